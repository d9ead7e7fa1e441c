import type { JsonObject, PageVisit } from '../../../schemas/types.ts';
import { requests, signature } from './requests.ts';

/** The sixteen static inputs of 2.8. */
export const staticNames: readonly string[] = [
  'gbc_id connector_code account_name webSite pm_id apm_type descriptor orderprefix rrtimezone ordernumlength',
  'sendbgoods replacename send_bank_website replace_up_id replace_match_address to_pass_page',
].flatMap((line) => line.split(' '));

/** How a page is written; every choice is free. */
export interface PageStyle {
  readonly head?: string;
  readonly form?: string;
  readonly inputs?: readonly string[];
  readonly after?: string;
}

/** Writes a redirect page as HTML. */
export function pageOf(style: PageStyle = {}): string {
  const inputs = style.inputs ?? staticNames.map((name) => `<input type="hidden" name="${name}" value="x">`);
  return [
    `<!DOCTYPE html><html><head>${style.head ?? '<title>Checkout</title>'}</head>`,
    '<body onload="document.theForm.submit()">',
    style.form ?? '<form name="theForm" method="POST" action="/v1/checkout/pay">',
    ...inputs,
    `</form>${style.after ?? ''}</body></html>`,
  ].join('\n');
}

const request = requests['redirect-payment'];

/** The fields that a conforming page posts for the corpus request. */
const postedFields: JsonObject = {
  ...request,
  merNo: String(request.merchant_id),
  orderNo: String(request.order_no),
  orderAmount: String(request.amount),
  orderCurrency: String(request.currency),
  goodsInfo: String(request.items),
  firstName: String(request.first_name),
  lastName: String(request.last_name),
  email: String(request.shopper_email),
  notifyUrl: String(request.notify_url),
  remark: String(request.note),
  isOpen3D: String(request.open3d),
  signInfo: signature,
  ...Object.fromEntries(staticNames.map((name) => [name, 'x'])),
  source_request_ip: '192.0.2.1',
  source_notify_url: 'https://pay.example/notify',
  default_lang: 'en',
  logo_name: '',
  returnUrl: 'https://shop.example/back',
  cancelUrl: 'https://shop.example/cancel',
  allParams: new URLSearchParams(request as Record<string, string>).toString(),
};

/** What a sealed browser saw; fields given change those of a conforming post, null takes one away. */
export function visitOf(
  changes: Readonly<Record<string, string | null>> = {},
  seen: Partial<PageVisit> = {},
): PageVisit {
  const fields = Object.entries({ ...postedFields, ...changes }).filter(([, value]) => value !== null);
  return {
    posted: {
      method: 'POST',
      url: 'http://127.0.0.1:8080/v1/checkout/pay',
      fields: fields.map(([name, value]) => [name, String(value)] as const),
      afterMs: 40,
    },
    foreignRequests: [],
    dialogs: [],
    scriptErrors: [],
    ...seen,
  };
}
