/** What the document lists, written a second time by hand so that the schemas are held against it. */

/** Section 2.2, one line per value of the Use column. */
export const use = {
  DCA: `merchant_id account_id order_no currency amount item_total shipping handling tax_total insurance shipping_discount
    discount website items note shopper_id shopper_email shopper_ip shopper_phone shopper_level first_name last_name notify_url
    document birth_date billing_country billing_state billing_city billing_address billing_postal_code os browser browser_lang
    time_zone resolution cookie_new cookie_old delivery_firstname delivery_lastname delivery_country delivery_state
    delivery_city delivery_address delivery_postal_code custom device_fingerprint platform_source device_type color_depth
    encryption_data`,
  DC: `open3d token_flag token_id challenge_window_size session_id installments installments_id order_type checkout_time
    user_agent antifraud_token_cookie cart_items account_owner total_discount additional_information price_id quote_id
    quote_price storefront_domains subscription`,
  D: 'card expiration_month expiration_year security_code accept',
  A: 'payment_method delivery_district_name delivery_street_name return_url person bank_code',
};
const envelope = 'merchant_id account_id encryption_data';
const entry = 'transaction_id order_no currency amount';
/** Members of every other object of a request, by operation and path. */
export const members: readonly (readonly [operation: string, path: string, names: string])[] = [
  ['direct-payment', 'cart_items.0', 'basic_item_data'],
  ['direct-payment', 'cart_items.0.basic_item_data', 'name quantity type category productId price'],
  ['direct-payment', 'cart_items.0.basic_item_data.price', 'amount_usd amount_local_currency currency'],
  [
    'direct-payment',
    'account_owner.0',
    'first_name last_name email account_id created past_orders_count past_orders_sum lastLogin_ip registration_ip',
  ],
  ['direct-payment', 'total_discount.0', 'coupon_code_used discount_type'],
  ['direct-payment', 'additional_information.0', 'mpi_info'],
  ['direct-payment', 'additional_information.0.mpi_info', 'eci cavv xid dsTransID'],
  [
    'redirect-payment',
    'subscription',
    `contract contract_name contract_amount interval interval_count billing_cycle promotion_cycle contract_start contract_end
      price_id`,
  ],
  [
    'apm-payment',
    'person',
    `document_number document_type social_name email phone_area_code phone_number birth_date net_monthly_average_income
      phone_country_code address_country fiscal_country address_street address_number address_complement address_postal_code
      address_city address_state documents`,
  ],
  ['apm-payment', 'person.documents', 'file_type file_data file_url labels'],
  ['apm-payment', 'person.documents.labels', 'person_bank_account_id bank_account'],
  [
    'apm-payment',
    'person.documents.labels.bank_account',
    'account_type account_number branch_number owner_document_number owner_name branch_country currency bank',
  ],
  ['apm-payment', 'person.documents.labels.bank_account.bank', 'code name'],
  ['query', '', envelope],
  ['refund-search', '', envelope],
  ['cancel-subscription', '', `${envelope} recurring_id contract_name`],
  ['capture', '', `${envelope} capture_orders`],
  ['capture', 'capture_orders.0', entry],
  ['cancel', '', `${envelope} cancel_orders`],
  ['cancel', 'cancel_orders.0', entry],
  ['review', '', `${envelope} review_orders`],
  ['review', 'review_orders.0', `${entry} review_flag`],
  ['refund', '', `${envelope} refund_orders`],
  ['refund', 'refund_orders.0', `${entry} refund_amount refund_reason`],
  [
    'payout',
    '',
    `${envelope} beneficiary beneficiary_id client_data fee_paid_by payer payment_amount payment_currency payment_date
      payment_method reason reference request_id source_amount source_currency swift_charge_option fund_source notify_url`,
  ],
  [
    'payout',
    'beneficiary',
    'additional_info address person_documents bank_details company_name date_of_birth entity_type first_name last_name',
  ],
  [
    'payout',
    'beneficiary.additional_info',
    `business_area business_phone_number business_registration_number personal_email personal_id_number personal_id_type
      personal_mobile_number personal_net_monthly_average_income personal_phone_country_code personal_phone_area_code
      personal_fiscal_country`,
  ],
  [
    'payout',
    'beneficiary.address',
    'city country_code postcode state street number street_address complement',
  ],
  ['payout', 'beneficiary.person_documents.0', 'file_type file_url labels'],
  [
    'payout',
    'beneficiary.bank_details',
    `account_currency account_name owner_document_number account_number bank_account_category bank_branch bank_country_code
      bank_code bank_name bank_street_address binding_mobile_number iban swift_code transaction_reference`,
  ],
  ['payout', 'payer', 'additional_info address company_name date_of_birth entity_type first_name last_name'],
  [
    'payout',
    'payer.additional_info',
    'business_registration_number business_registration_type external_id personal_email personal_id_number job',
  ],
  ['payout', 'payer.address', 'city country_code postcode state street_address'],
];

/** Names of a list, sorted. */
export const namesIn = (text: string): readonly string[] => text.split(/\s+/u).sort();

/** Fields of one payment: those whose Use has its letter. */
export const namesOfUse = (letter: string): readonly string[] =>
  namesIn(
    Object.entries(use)
      .flatMap(([letters, text]) => (letters.includes(letter) ? text : []))
      .join(' '),
  );
