import { createContext, runInContext } from 'node:vm';
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
  const dialogs: string[] = [];
  const scriptErrors: string[] = [];
  const none = { foreignRequests: [], dialogs, scriptErrors };
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
        shown: form.inputs.filter(({ type }) => type !== 'hidden').map(({ name }) => name),
      };
    },
  }));
  const named = Object.fromEntries(live.map((form) => [form.name, form]));
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/gi)].map(([, script = '']) => script);
  const onload = /onload=['"]([^'"]*)['"]/i.exec(html)?.[1] ?? '';
  const page = createContext({
    document: { forms: named, createElement: () => ({ name: '', type: '', value: '' }) },
    setTimeout: (run: () => void) => run(),
    alert: (text: unknown) => dialogs.push(`alert: ${text}`),
  });
  // One script that breaks keeps no other from running.
  for (const script of [...scripts, onload]) {
    try {
      runInContext(script, page);
    } catch (error) {
      scriptErrors.push(String(error));
    }
  }
  return { ...none, ...(posted === undefined ? {} : { posted }) };
}
