import { table } from '../../schemas/table.ts';
import { amountCaps } from '../context.ts';
import { digitsOf } from './identity.ts';
import { follows, type Leaf, oneOf, varies, writes } from './leaf.ts';
import { formatCents, larger, parseCents, payable, shareOf, smaller } from './money.ts';
import { entryCents } from './shape-leaves.ts';

const charge = varies(({ total }, _place, draw) => formatCents(shareOf(total, draw % 100)));
const givenName = writes(({ persona }) => persona.firstName);
const familyName = writes(({ persona }) => persona.lastName);
const street = writes(({ persona }) => persona.street);
const complement = writes(({ persona }) => persona.complement);
const shopper = follows(({ persona }) => persona.shopperId);

/** Most deductions of a subscription that a request asks for on its own. */
export const mostCycles = 24;

// What is deducted in the end keeps the limit: as many times as it may be, or as much each time as the merchant's number allows.
const cycles = varies(({ context, total }, _place, draw) => {
  const each = parseCents(String(context.subscription?.contract_amount ?? formatCents(total))) ?? 0n;
  const most = (amountCaps(context)?.request ?? each * BigInt(mostCycles)) / larger(1n, each);
  return 1 + (draw % Number(larger(1n, smaller(most, BigInt(mostCycles)))));
});
const deduction = follows((scene, { entry }) => {
  const { context, currency } = scene;
  const cents = entryCents(scene, entry);
  const cap = amountCaps(context)?.request;
  const times = Number(context.subscription?.billing_cycle ?? 1);
  return formatCents(
    cap === undefined || times <= 1 ? cents : payable(smaller(cents, cap / BigInt(times)), currency),
  );
});

/** Leaves by field name, or by the end of a dotted path where one name means two things; they win over the shape's. */
export const nameLeaves: Readonly<Record<string, Leaf>> = table({
  merchant_id: follows(({ context }) => context.merchant_id),
  account_id: follows(({ context }) => context.account_id),
  'account_owner.account_id': shopper,
  transaction_id: follows(({ salt, lacksOrders }, { entry }) =>
    lacksOrders ? String(entry) : digitsOf(salt, entry),
  ),
  shopper_id: shopper,
  first_name: givenName,
  last_name: familyName,
  delivery_firstname: givenName,
  delivery_lastname: familyName,
  notify_url: follows(({ context }) => context.notifyUrl ?? 'https://shop.example/notify'),
  return_url: follows(({ context }) => context.returnUrl ?? 'https://shop.example/return'),
  shipping: charge,
  handling: charge,
  tax_total: charge,
  insurance: charge,
  shipping_discount: charge,
  discount: charge,
  refund_amount: varies((scene, { entry }, draw) => {
    const cents = entryCents(scene, entry);
    // Whole first: a refund in full is the plainest one.
    const part = draw === 0 || scene.context.refunds === 'whole' ? cents : shareOf(cents, 1 + (draw % 1000));
    return formatCents(part > 0n ? part : cents);
  }),
  'subscription.billing_cycle': cycles,
  'subscription.contract_amount': deduction,
  'subscription.contract_end': follows(() => '2031-06-30'),
  delivery_street_name: street,
  delivery_district_name: writes(({ persona }) => persona.district),
  street,
  address_street: street,
  complement,
  address_complement: complement,
  'person.phone_number': follows(({ persona }) => persona.localNumber),
  file_data: follows(() => 'UERG'),
  amount_usd: follows(({ total }) => Number(total % 10_000_000n) / 100),
  amount_local_currency: follows(({ total }) => Number(total % 10_000_000n) / 100),
  past_orders_count: varies((_scene, _place, draw) => draw % 50),
  created: varies((_scene, _place, draw) => 1_600_000_000 + (draw % 100_000_000)),
  'basic_item_data.type': oneOf(['physical', 'digital']),
  'person_documents.labels': oneOf(['identity', 'address']),
  contract: oneOf(['monthly', 'yearly']),
  shopper_level: oneOf(['1', '2', 'gold']),
  platform_source: oneOf(['web', 'app']),
  order_type: oneOf(['goods', 'digital']),
  business_area: oneOf(['retail', 'travel', 'education'], true),
  job: writes(({ persona }) => persona.job),
  coupon_code_used: oneOf(['SPRING10', 'WELCOME']),
  discount_type: oneOf(['percent', 'fixed']),
  eci: oneOf(['05', '07']),
  account_type: oneOf(['CHECKING', 'SAVINGS']),
  reference: follows(({ context, salt }) => `${context.prefix}-R${digitsOf(salt).slice(0, 8)}`),
  transaction_reference: follows(({ context, salt }) => `${context.prefix}-B${digitsOf(salt).slice(0, 8)}`),
});
