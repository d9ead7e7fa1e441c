import { textOf } from '../operations/request-member.ts';
import { onWire } from './alter.ts';
import { type Fault, plant } from './fault.ts';

/** Pages that write a repeated text as it came: whoever sends it can run scripts in the payment page (2.8). */
export const injectionFaults: readonly Fault[] = [
  plant({
    id: 'redirect-payment-runs-note-as-script',
    clause: '2.8/page/script-in-value',
    operation: 'redirect-payment',
    description: 'the note of a payment stands in a script of the page as it was sent',
    needs: 'browser',
    change: onWire('redirect-payment', (wire, { request }) => {
      if (typeof wire.body !== 'string') return wire;
      const script = `<script>var note = '${textOf(request, 'note')}';</script>\n<script>`;
      return { ...wire, body: wire.body.replace('<script>', () => script) };
    }),
  }),
];
