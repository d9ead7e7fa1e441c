import type { Listening } from './listening.ts';

type Ports = Pick<Listening, 'tcp' | 'udp'>;

const stun = ({ udp }: Ports, from = '') =>
  `const peer = new ${from}RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:${udp}"}]}); peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`;

const worker = (script: string) => `new Worker(URL.createObjectURL(new Blob(['${script}'])))`;

const link =
  (rel: string, as = 'image', origin = 'http://127.0.0.1') =>
  ({ tcp }: Ports) =>
    `const l = document.createElement("link"); l.rel = "${rel}"; l.as = "${as}"; l.href = "${origin}:${tcp}/${rel}"; document.head.append(l)`;

const rules =
  (does: 'prefetch' | 'prerender') =>
  ({ tcp }: Ports) =>
    `const s = document.createElement("script"); s.type = "speculationrules"; s.text = JSON.stringify({ ${does}: [{ source: "list", urls: ["http://127.0.0.1:${tcp}/rules"], eagerness: "immediate" }] }); document.head.append(s)`;

const frame = (address: string) =>
  `const f = document.createElement("iframe"); f.src = "${address}"; document.body.append(f)`;

/** Scripts of a page that reach somebody else, each by one way. */
export const sideWays: Readonly<Record<string, (ports: Ports) => string>> = {
  WebRTC: (ports) => stun(ports),
  'WebRTC of a frame': (ports) =>
    `const f = document.body.appendChild(document.createElement("iframe")); ${stun(ports, 'f.contentWindow.')}`,
  WebTransport: ({ udp }) => `new WebTransport("https://127.0.0.1:${udp}/")`,
  'WebTransport of a worker': ({ udp }) => worker(`new WebTransport("https://127.0.0.1:${udp}/")`),
  'a beacon at the end': ({ tcp }) =>
    `addEventListener("pagehide", () => navigator.sendBeacon("http://127.0.0.1:${tcp}/b", "x"))`,
  'a fetch that outlives the page': ({ tcp }) =>
    `addEventListener("pagehide", () => { fetch("http://127.0.0.1:${tcp}/k", { method: "POST", keepalive: true }) })`,
  'fetch of a worker': ({ tcp }) => worker(`fetch("http://127.0.0.1:${tcp}/w")`),
  WebSocket: ({ tcp }) => `new WebSocket("ws://127.0.0.1:${tcp}/s")`,
  EventSource: ({ tcp }) => `new EventSource("http://127.0.0.1:${tcp}/e")`,
  'a service worker': () => `navigator.serviceWorker?.register("/sw.js")`,
  'a popup': ({ tcp }) => `open("http://127.0.0.1:${tcp}/p")`,
  'a download': ({ tcp }) =>
    `const a = document.createElement("a"); a.href = "http://127.0.0.1:${tcp}/d"; a.download = "x"; a.click()`,
  'an image': ({ tcp }) => `new Image().src = "http://127.0.0.1:${tcp}/i"`,
  'a frame': ({ tcp }) => frame(`http://127.0.0.1:${tcp}/f`),
  prefetch: link('prefetch'),
  preload: link('preload'),
  modulepreload: link('modulepreload', 'script'),
  'prefetch by speculation rules': rules('prefetch'),
};

/** Scripts of a page by which a browser could reach somebody else, and the one among the packages does not even unsealed. */
export const quietWays: Readonly<Record<string, (ports: Ports & { readonly file: string }) => string>> = {
  preconnect: link('preconnect'),
  'dns-prefetch': link('dns-prefetch', 'image', 'http://asked-in-advance.example'),
  prerender: link('prerender'),
  'prerender by speculation rules': rules('prerender'),
  'a file': ({ file }) => frame(`file://${file}`),
  'a refresh to a file': ({ file }) =>
    `const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=file://${file}"; document.head.append(m)`,
  'a program for another scheme': () =>
    `for (const to of ["mailto:a@b.example", "tel:1", "odd:x"]) { const f = document.createElement("iframe"); f.src = to; document.body.append(f) }`,
};
