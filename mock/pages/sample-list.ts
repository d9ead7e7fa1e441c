import { escapeMarkup } from '../write/xml.ts';
import { curlLine, type SampleCall } from './sample-calls.ts';

/** The style of a page with calls to copy. */
export const sampleStyle =
  '<style>body{max-width:72rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.5rem}</style>';

/** The script behind the buttons of `sampleList`. */
// Copying needs no foreign script; where the clipboard is closed to the page, the line is selected instead.
export const copyScript = `<script>
for (const button of document.querySelectorAll('button[data-copy]')) {
  const line = document.getElementById(button.dataset.copy);
  button.addEventListener('click', () => {
    getSelection().selectAllChildren(line);
    navigator.clipboard?.writeText(line.textContent).then(() => { button.textContent = 'Copied'; }, () => {});
  });
}
</script>`;

/** Calls to an address as lines for a shell, each with a button that copies it; `more` follows each line. */
export function sampleList(calls: readonly SampleCall[], address: string, more = ''): string {
  return calls
    .map(
      (call, at) =>
        `<h3>${escapeMarkup(call.title)} <button type="button" data-copy="call-${at}">Copy</button></h3>
<pre id="call-${at}">${escapeMarkup(curlLine(call, address) + more)}</pre>`,
    )
    .join('\n');
}
