import { table } from '../../schemas/table.ts';
import { amountCaps } from '../context.ts';
import { secondsAt } from './day.ts';
import { fileOf } from './files.ts';
import { digitsOf, hexOf, uuidOf } from './identity.ts';
import { type Leaf, oneOf, proseLeaf, sceneLeaf, varyingLeaf } from './leaf.ts';
import {
  formatCents,
  larger,
  numberOf,
  parseCents,
  payable,
  payablePart,
  scaledTo,
  shareOf,
  smaller,
  truncatedTo,
} from './money.ts';
import { isCompany, type Scene } from './scene.ts';
import { entryCents, fullName, payoutSums } from './shape-leaves.ts';
import { contractNames, merchantData, notes, payoutData, payoutReasons, refundReasons } from './text.ts';

/** A part of the amount below so many thousandths of it. */
const below = (permille: number) =>
  varyingLeaf(({ total, currency }, _place, draw) =>
    formatCents(truncatedTo(shareOf(total, draw % permille), currency)),
  );
const mobile = sceneLeaf(({ persona }) => persona.mobile);

// EMV 3-D Secure: the indicators of Mastercard differ from those of the other brands.
function isMastercard({ card }: Scene): boolean {
  return /^(?:5[1-5]|2[2-7])/.test(card.card);
}

function pastOrders(salt: number, entry: number): number {
  return (salt + entry) % 50;
}

/** Twenty bytes as 28 characters of Base64, like authentication values. */
const twentyBytes = sceneLeaf(({ salt }, { path, entry }) =>
  Buffer.from(hexOf(40, salt, path, entry), 'hex').toString('base64'),
);

/** Values that do not repeat within a list. */
const inTurn = (values: readonly string[]) =>
  sceneLeaf(({ salt }, { entry }) => values[(salt + entry) % values.length] ?? null);

const givenName = proseLeaf(({ persona }) => persona.firstName);
const familyName = proseLeaf(({ persona }) => persona.lastName);
const street = proseLeaf(({ persona }) => persona.street);
const complement = proseLeaf(({ persona }) => persona.complement);
const shopper = sceneLeaf(({ persona }) => persona.shopperId);

/** Maximum number of deductions of a generated subscription. */
export const mostCycles = 24;

// All deductions together keep the limit: fewer cycles, or smaller amounts if the merchant fixes the cycles.
const cycles = varyingLeaf(({ context, total }, _place, draw) => {
  const each = parseCents(String(context.subscription?.contract_amount ?? formatCents(total))) ?? 0n;
  const most = (amountCaps(context)?.request ?? each * BigInt(mostCycles)) / larger(1n, each);
  return 1 + (draw % Number(larger(1n, smaller(most, BigInt(mostCycles)))));
});
const deduction = sceneLeaf((scene, { entry }) => {
  const { context, currency } = scene;
  const cents = entryCents(scene, entry);
  const cap = amountCaps(context)?.request;
  const times = Number(context.subscription?.billing_cycle ?? 1);
  return formatCents(
    cap === undefined || times <= 1 ? cents : payable(smaller(cents, cap / BigInt(times)), currency),
  );
});

/** Leaves by field name, or by the end of a dotted path for an ambiguous name; they take precedence over shapes. */
export const nameLeaves: Readonly<Record<string, Leaf>> = table({
  merchant_id: sceneLeaf(({ context }) => context.merchant_id),
  account_id: sceneLeaf(({ context }) => context.account_id),
  'account_owner.account_id': sceneLeaf(({ persona, salt }, { entry }) =>
    entry === 0 ? persona.shopperId : `S${digitsOf(salt, entry).slice(1, 9)}`,
  ),
  transaction_id: sceneLeaf(({ salt, lacksOrders }, { entry }) =>
    lacksOrders ? String(entry) : digitsOf(salt, entry),
  ),
  shopper_id: shopper,
  first_name: givenName,
  last_name: familyName,
  delivery_firstname: givenName,
  delivery_lastname: familyName,
  notify_url: sceneLeaf(({ context }) => context.notifyUrl ?? 'https://shop.example/notify'),
  return_url: sceneLeaf(({ context }) => context.returnUrl ?? 'https://shop.example/return'),
  shipping: below(100),
  handling: below(30),
  tax_total: below(200),
  insurance: below(20),
  shipping_discount: below(100),
  discount: below(150),
  refund_amount: varyingLeaf((scene, { entry }, draw) => {
    const cents = entryCents(scene, entry);
    // A draw of 0 is a full refund, the simplest one.
    const part = draw === 0 || scene.context.refunds === 'whole' ? cents : shareOf(cents, 1 + (draw % 1000));
    return formatCents(payablePart(part, cents, scene.currency));
  }),
  'subscription.billing_cycle': cycles,
  'subscription.contract_amount': deduction,
  interval_count: oneOf(['1', '7', '30']),
  delivery_street_name: street,
  delivery_district_name: proseLeaf(({ persona }) => persona.district),
  street,
  address_street: street,
  complement,
  address_complement: complement,
  'person.phone_number': sceneLeaf(({ persona }) => persona.localNumber),
  file_type: sceneLeaf((scene, { entry }) => fileOf(scene, entry).type),
  file_data: sceneLeaf((scene, { entry }) => fileOf(scene, entry).data),
  file_url: sceneLeaf((scene, { entry }) => fileOf(scene, entry).url),
  // The basket sets the prices once the sum of the items is known.
  amount_usd: sceneLeaf(() => 0),
  amount_local_currency: sceneLeaf(() => 0),
  past_orders_count: sceneLeaf(({ salt }, { entry }) => pastOrders(salt, entry)),
  past_orders_sum: sceneLeaf(({ salt, currency }, { entry }) =>
    numberOf(scaledTo(BigInt(pastOrders(salt, entry) * (1_500 + (salt % 9_000))), currency)),
  ),
  session_id: sceneLeaf(({ salt }, { path }) => `s-${hexOf(16, salt, path)}`),
  challenge_window_size: oneOf(['05', '04', '03', '02', '01']),
  created: sceneLeaf(
    ({ context, salt }, { entry }) =>
      secondsAt(context.day) - 86_400 - ((salt + entry * 7_919) % 250_000_000),
  ),
  'basic_item_data.type': oneOf(['physical']),
  'person_documents.labels': inTurn(['identity', 'address', 'income', 'ownership']),
  shopper_level: oneOf(['1', '2', 'gold']),
  platform_source: sceneLeaf(({ persona, salt }) =>
    persona.device.kind === 'mobile' && salt % 2 === 0 ? 'app' : 'web',
  ),
  order_type: oneOf(['goods']),
  business_area: oneOf(['retail', 'travel', 'education'], true),
  job: proseLeaf(({ persona }) => persona.job),
  coupon_code_used: inTurn(['SPRING10', 'WELCOME', 'LOYAL5', 'FRIEND20']),
  discount_type: oneOf(['percent', 'fixed']),
  eci: varyingLeaf(
    (scene, _place, draw) => (isMastercard(scene) ? ['02', '01'] : ['05', '06'])[draw % 2] ?? '05',
  ),
  cavv: twentyBytes,
  xid: twentyBytes,
  dsTransID: sceneLeaf(({ salt }, { path, entry }) => uuidOf(salt, path, entry)),
  source_amount: sceneLeaf((scene) => payoutSums(scene).source),
  source_currency: sceneLeaf(({ sourceCurrency }) => sourceCurrency),
  personal_mobile_number: mobile,
  binding_mobile_number: mobile,
  business_registration_number: sceneLeaf(({ persona }) => persona.companyNumber),
  business_registration_type: sceneLeaf(({ persona }) => persona.locale.companyType),
  account_name: proseLeaf((scene) =>
    isCompany(scene, 'beneficiary') ? scene.persona.company : fullName(scene.persona),
  ),
  'bank_details.owner_document_number': sceneLeaf((scene) =>
    isCompany(scene, 'beneficiary') ? scene.persona.companyNumber : scene.persona.document,
  ),
  account_type: oneOf(['CHECKING', 'SAVINGS']),
  note: oneOf(notes, true),
  custom: oneOf(merchantData, true),
  refund_reason: oneOf(refundReasons, true),
  reason: oneOf(payoutReasons, true),
  client_data: oneOf(payoutData, true),
  contract_name: oneOf(contractNames),
  // A merchant writes one notation throughout a batch.
  review_flag: sceneLeaf(({ salt }) => (salt % 2 === 0 ? '1' : 'accept')),
  reference: sceneLeaf(({ context, salt }) => `${context.prefix} INV-${digitsOf(salt).slice(1, 7)}`),
  transaction_reference: sceneLeaf(
    ({ context, salt }) => `${context.prefix} TRF-${digitsOf(salt).slice(1, 7)}`,
  ),
});
