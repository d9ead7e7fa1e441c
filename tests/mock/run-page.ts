import { runInNewContext } from 'node:vm';
import { decodeHtml } from '../../schemas/media/html.ts';
import type { Exchange, PageVisit } from '../../schemas/types.ts';

interface Input {
  name: string;
  type: string;
  value: string;
}

interface Form {
  readonly name: string;
  readonly method: string;
  action: string;
  readonly inputs: Input[];
}

/** Runs the script of a redirect page against the least document that it needs, and tells what was posted. */
export function runPage({ sent, received }: Exchange): PageVisit {
  const none = { foreignRequests: [], dialogs: [], scriptErrors: [] };
  if (received.kind !== 'answer') return none;
  const html = Buffer.from(received.body).toString();
  const decoded = decodeHtml(received.body);
  const { forms = [], base = '' } = (decoded.ok ? decoded.value : {}) as { forms?: Form[]; base?: string };
  const address = new URL(base, sent.url).href;
  let posted: PageVisit['posted'];
  const live = forms.map((form) => ({
    ...form,
    action: form.action,
    appendChild: (input: Input) => form.inputs.push(input),
    submit() {
      const url = new URL(this.action, address).href;
      posted = {
        method: form.method.toUpperCase() || 'GET',
        url,
        fields: form.inputs.map(({ name, value }) => [name, value] as const),
        afterMs: 1,
      };
    },
  }));
  const named = Object.fromEntries(live.map((form) => [form.name, form]));
  const script = /<script>([\s\S]*?)<\/script>/i.exec(html)?.[1] ?? '';
  const onload = /onload=['"]([^'"]*)['"]/i.exec(html)?.[1] ?? '';
  try {
    runInNewContext(`${script}\n${onload}`, {
      document: { forms: named, createElement: () => ({ name: '', type: '', value: '' }) },
      setTimeout: (run: () => void) => run(),
    });
  } catch (error) {
    return { ...none, scriptErrors: [String(error)] };
  }
  return { ...none, ...(posted === undefined ? {} : { posted }) };
}
