import { connectBy, type Route } from '../targets/transport/route.ts';

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined || message.includes(code) || /^E[A-Z]+$/.test(code)) return code ?? message;
  return `${message}, ${code}`;
}

/**
 * Why no connection to an address comes about, as in `ECONNREFUSED` or `self-signed certificate`; undefined when one does.
 * It goes the way of the target, over https with its certificates. Nothing is sent.
 */
export async function whyUnreachable(
  url: string,
  route: Route = { tls: { verify: true } },
  longest?: number,
): Promise<string | undefined> {
  try {
    (await connectBy(url, route, longest)).destroy();
    return undefined;
  } catch (error) {
    return wordsOf(error as NodeJS.ErrnoException);
  }
}
