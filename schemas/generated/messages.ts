// Generated from schemas/messages by tools/generate-types.mjs; do not edit.

/** A decimal string such as "12.34". */
export type Amount = string;

/** Two, two and four digits joined by hyphens such as "31-01-1980". */
export type BirthDate = string;

/** A card number as a string such as "4111111111111111". */
export type Card = string;

/** A two-digit code such as "05". */
export type ChallengeWindowSize = string;

/** A 2-letter country code such as "DE". */
export type Country = string;

/** A country code as a string such as "DE". */
export type CountryCodeText = string;

/** A 3-letter currency code such as "EUR". */
export type Currency = string;

/** A currency as a string such as "EUR". */
export type CurrencyText = string;

/** A date YYYY-MM-DD such as "2025-01-31". */
export type CalendarDate = string;

/** 14 digits YYYYMMDDhhmmss such as "20250131235959". */
export type Date14 = string;

/** A date of birth YYYY-MM-DD such as "1980-01-31". */
export type DateOfBirth = string;

/** A time YYYY-MM-DD hh:mm:ss such as "2025-01-31 23:59:59". */
export type DateTime = string;

/** A string of digits such as "1200". */
export type IntegerDigits = string;

/** Item records joined by #;#, their fields by #,#. */
export type Items = string;

/** A masked card number (first six digits, asterisks, last four) such as "411111******1111". */
export type MaskedCard = string;

/** A timestamp YYYY-MM-DDThh:mm:ss with a numeric offset such as "2025-01-31T23:59:59+0800". */
export type OffsetTimestamp = string;

/** A string of digits such as "3000". */
export type PaymentStatus = string;

/** A letter, 4 digits, a colon and a message such as "R0000:Success". */
export type RefundMessage = string;

/** A transaction_id, a hyphen and two digits such as "T250131000001-01". */
export type RefundReferenceId = string;

/** A 4-digit code, a colon and a message such as "0000:Success". */
export type ResultInfo = string;

/** A date YYYYMMDD, a hyphen and 6 characters such as "20250131-A1B2C3". */
export type ShortReferenceId = string;

/** A signature as a string. */
export type Signature = string;

/** An absolute http or https address such as "https://shop.example/notify". */
export type Url = string;

/** An address as a string such as "https://shop.example/notify". */
export type UrlText = string;

/** A UUID such as "0f8fad5b-d9cb-469f-a165-70867728950e". */
export type Uuid = string;

/** An object with the A fields of 2.2: the body of an APM payment (4.2). */
export type ApmPaymentRequest = PaymentOrder &
  AlternativeOrder &
  Required<
    Pick<PaymentOrder & AlternativeOrder, 'merchant_id' | 'account_id' | 'encryption_data' | 'payment_method'>
  >;

/** An element holding text. */
export type RiskText = string | string[];

/** An object with the D fields of 2.2: the body of a direct (card) payment (4.1). */
export type DirectPaymentRequest = PaymentOrder &
  CardOrder &
  CardData &
  Required<Pick<PaymentOrder & CardOrder & CardData, 'merchant_id' | 'account_id' | 'encryption_data'>>;

/** An object. */
export type SubscriptionResult =
  | {
      contract_name?: string;
      recurring_deduction_period?: string;
      recurring_deduction_time?: string;
      recurring_id?: string;
      recurring_status?: string;
    }
  | string;

/** An object with the C fields of 2.2: the body of a redirect (iFrame) payment (4.3). */
export type RedirectPaymentRequest = PaymentOrder &
  CardOrder &
  Required<Pick<PaymentOrder & CardOrder, 'merchant_id' | 'account_id' | 'encryption_data'>>;

/** Children of respon in the answer to an APM payment (2.7). */
export interface ApmPaymentAnswer {
  merchant_id: string;
  account_id: string;
  order_no: string;
  amount: Amount;
  currency: Currency;
  issuer_url: Url;
  encryption_data?: Signature;
}

/** The payment order fields of Use D C A: all three payments (2.2). */
export interface PaymentOrder {
  merchant_id?: string;
  account_id?: string;
  order_no?: string;
  currency?: Currency;
  amount?: Amount;
  item_total?: Amount;
  shipping?: Amount;
  handling?: Amount;
  tax_total?: Amount;
  insurance?: Amount;
  shipping_discount?: Amount;
  discount?: Amount;
  website?: string;
  items?: Items;
  note?: string;
  shopper_id?: string;
  shopper_email?: string;
  shopper_ip?: string;
  shopper_phone?: string;
  shopper_level?: string;
  first_name?: string;
  last_name?: string;
  notify_url?: UrlText;
  document?: string;
  birth_date?: BirthDate;
  billing_country?: string;
  billing_state?: string;
  billing_city?: string;
  billing_address?: string;
  billing_postal_code?: string;
  os?: string;
  browser?: string;
  browser_lang?: string;
  time_zone?: string;
  resolution?: string;
  cookie_new?: string;
  cookie_old?: string;
  delivery_firstname?: string;
  delivery_lastname?: string;
  delivery_country?: string;
  delivery_state?: string;
  delivery_city?: string;
  delivery_address?: string;
  delivery_postal_code?: string;
  custom?: string;
  device_fingerprint?: string;
  platform_source?: string;
  device_type?: string;
  color_depth?: string;
  encryption_data?: Signature;
}

/** The payment order fields of Use A: APM payment (2.2). */
export interface AlternativeOrder {
  payment_method?: string;
  delivery_district_name?: string;
  delivery_street_name?: string;
  return_url?: UrlText;
  person?: Person;
  bank_code?: string;
}

/** An object with the members of person (2.5). */
export interface Person {
  document_number?: string;
  document_type?: string;
  social_name?: string;
  email?: string;
  phone_area_code?: string;
  phone_number?: string;
  birth_date?: string;
  net_monthly_average_income?: string;
  phone_country_code?: Country;
  address_country?: Country;
  fiscal_country?: Country;
  address_street?: string;
  address_number?: string;
  address_complement?: string;
  address_postal_code?: string;
  address_city?: string;
  address_state?: string;
  documents?: PersonDocuments;
}

/** An object with the members of documents (2.5). */
export interface PersonDocuments {
  file_type?: string;
  file_data?: string;
  file_url?: string;
  labels?: DocumentLabels;
}

/** An object with the members of labels (2.5). */
export interface DocumentLabels {
  person_bank_account_id?: string;
  bank_account?: PersonBankAccount;
}

/** An object with the members of bank_account (2.5). */
export interface PersonBankAccount {
  account_type?: string;
  account_number?: string;
  branch_number?: string;
  owner_document_number?: string;
  owner_name?: string;
  branch_country?: Country;
  currency?: Currency;
  bank?: Bank;
}

/** An object with the members of bank (2.5). */
export interface Bank {
  code?: string;
  name?: string;
}

/** Answer to a subscription cancellation (4.8): fields of 2.12. */
export interface CancelSubscriptionAnswer {
  merchant_id?: string;
  account_id?: string;
  recurring_id?: string;
  contract_name?: string;
  encryption_data?: string;
  cancel_status: string;
  error_message: string;
}

/** An object with the request fields of 2.12: the body of a subscription cancellation (4.8). */
export interface CancelSubscriptionRequest {
  merchant_id: string;
  account_id: string;
  recurring_id?: string;
  contract_name?: string;
  encryption_data: string;
}

/** Answer to a cancel batch (4.7): result entries of 2.9. */
export interface CancelAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  cancel_orders?: CancelResult[];
}

/** An entry of `cancel_orders`. */
export interface CancelResult {
  transaction_id: string;
  order_no: string;
  currency?: Currency;
  amount?: Amount;
  cancel_status: string;
  error_message: string;
  [k: string]: string;
}

/** An object with merchant, account, signature and orders: the body of a cancel batch (4.7). */
export interface CancelRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
  cancel_orders: CancelOrder[];
}

/** An object with the members of a cancel_orders entry (2.9). */
export interface CancelOrder {
  transaction_id?: string;
  order_no?: string;
  currency?: CurrencyText;
  amount?: Amount;
}

/** Answer to a capture batch (4.5): result entries of 2.9. */
export interface CaptureAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  capture_orders?: CaptureResult[];
}

/** An entry of `capture_orders`. */
export interface CaptureResult {
  transaction_id: string;
  order_no: string;
  currency?: Currency;
  amount?: Amount;
  capture_status: string;
  error_message: string;
  [k: string]: string;
}

/** An object with merchant, account, signature and orders: the body of a capture batch (4.5). */
export interface CaptureRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
  capture_orders: CaptureOrder[];
}

/** An object with the members of a capture_orders entry (2.9). */
export interface CaptureOrder {
  transaction_id?: string;
  order_no?: string;
  currency?: CurrencyText;
  amount?: Amount;
}

/** Children of respon in the answer to a direct payment (2.6). */
export interface DirectPaymentAnswer {
  merchant_id?: string;
  account_id?: string;
  order_no?: string;
  amount?: Amount;
  currency?: Currency;
  transaction_id?: string;
  card?: MaskedCard;
  order_status?: string;
  result_info: ResultInfo;
  contract_name?: string;
  recurring_id?: string;
  recurring_deduction_period?: string;
  recurring_deduction_time?: string;
  note?: string;
  token_id?: string;
  connector?: string;
  threeds_result?: string;
  risk_action?: string;
  risk_score?: IntegerDigits;
  risk_reasons?:
    | {
        name?: RiskText;
        status?: RiskText;
      }
    | (
        | {
            name?: RiskText;
            status?: RiskText;
          }
        | string
      )[]
    | string;
  encryption_data?: Signature;
}

/** The payment order fields of Use D C: direct and redirect payment (2.2). */
export interface CardOrder {
  open3d?: string;
  token_flag?: string;
  token_id?: string;
  challenge_window_size?: ChallengeWindowSize;
  session_id?: string;
  installments?: string;
  installments_id?: string;
  order_type?: string;
  checkout_time?: number;
  user_agent?: string;
  antifraud_token_cookie?: string;
  cart_items?: CartItem[];
  account_owner?: AccountOwner[];
  total_discount?: TotalDiscount[];
  additional_information?: AdditionalInformation[];
  price_id?: string;
  quote_id?: string;
  quote_price?: string;
  storefront_domains?: string;
  subscription?: Subscription;
}

/** An object with the members of a cart_items entry (2.3). */
export interface CartItem {
  basic_item_data?: BasicItemData;
}

/** An object with the members of basic_item_data (2.3). */
export interface BasicItemData {
  name?: string;
  quantity?: string;
  type?: string;
  category?: string;
  productId?: string;
  price?: ItemPrice;
}

/** An object with the members of price (2.3). */
export interface ItemPrice {
  amount_usd?: number;
  amount_local_currency?: number;
  currency?: CurrencyText;
}

/** An object with the members of an account_owner entry (2.3). */
export interface AccountOwner {
  first_name?: string;
  last_name?: string;
  email?: string;
  account_id?: string;
  created?: number;
  past_orders_count?: number;
  past_orders_sum?: number;
  lastLogin_ip?: string;
  registration_ip?: string;
}

/** An object with the members of a total_discount entry (2.3). */
export interface TotalDiscount {
  coupon_code_used?: string;
  discount_type?: string;
}

/** An object with the members of an additional_information entry (2.3). */
export interface AdditionalInformation {
  mpi_info?: MpiInfo;
}

/** An object with the members of mpi_info (2.3). */
export interface MpiInfo {
  eci?: string;
  cavv?: string;
  xid?: string;
  dsTransID?: string;
}

/** An object with the members of subscription (2.4). */
export interface Subscription {
  contract?: string;
  contract_name?: string;
  contract_amount?: Amount;
  interval?: string;
  interval_count?: string;
  billing_cycle?: number;
  promotion_cycle?: number;
  contract_start?: string;
  contract_end?: string;
  price_id?: string;
}

/** The payment order fields of Use D: direct payment (2.2). */
export interface CardData {
  card?: Card;
  expiration_month?: string;
  expiration_year?: string;
  security_code?: string;
  accept?: string;
}

/** Answer to a payout (4.11): result fields of 2.13. */
export interface PayoutAnswer {
  merchant_id?: string;
  account_id?: string;
  beneficiary?: PayoutBeneficiary;
  beneficiary_id?: string;
  client_data?: string;
  fee_paid_by?: string;
  payer?: PayoutPayer;
  payment_amount?: IntegerDigits;
  payment_currency?: Currency;
  payment_date?: CalendarDate;
  payment_method?: string;
  reason?: string;
  reference?: string;
  request_id?: Uuid;
  source_amount?: IntegerDigits;
  source_currency?: Currency;
  swift_charge_option?: string;
  fund_source?: string;
  notify_url?: Url;
  encryption_data?: string;
  amount_beneficiary_receives?: number;
  amount_payer_pays?: number;
  created_at?: OffsetTimestamp;
  last_updated_at?: OffsetTimestamp;
  failure_reason: string;
  failure_type: string;
  fee_amount?: number;
  fee_currency?: Currency;
  payer_id?: string;
  transaction_id?: string;
  short_reference_id?: ShortReferenceId;
  status?: string;
}

/** The value of `beneficiary`. */
export interface PayoutBeneficiary {
  additional_info?: PayoutAdditionalInfo;
  address?: PayoutAddress;
  person_documents?: PayoutDocument[];
  bank_details?: PayoutBankDetails;
  company_name?: string;
  date_of_birth?: DateOfBirth;
  entity_type?: string;
  first_name?: string;
  last_name?: string;
}

/** The value of `additional_info`. */
export interface PayoutAdditionalInfo {
  business_area?: string;
  business_phone_number?: string;
  business_registration_number?: string;
  personal_email?: string;
  personal_id_number?: string;
  personal_id_type?: string;
  personal_mobile_number?: string;
  personal_net_monthly_average_income?: string;
  personal_phone_country_code?: string;
  personal_phone_area_code?: string;
  personal_fiscal_country?: string;
}

/** The value of `address`. */
export interface PayoutAddress {
  city?: string;
  country_code?: Country;
  postcode?: string;
  state?: string;
  street?: string;
  number?: string;
  street_address?: string;
  complement?: string;
}

/** An entry of `person_documents`. */
export interface PayoutDocument {
  file_type?: string;
  file_url?: string;
  labels?: string[];
}

/** The value of `bank_details`. */
export interface PayoutBankDetails {
  account_currency?: CurrencyText;
  account_name?: string;
  owner_document_number?: string;
  account_number?: string;
  bank_account_category?: string;
  bank_branch?: string;
  bank_country_code?: string;
  bank_name?: string;
  bank_street_address?: string;
  binding_mobile_number?: string;
  iban?: string;
  swift_code?: string;
  transaction_reference?: string;
  local_clearing_system?: string;
}

/** The value of `payer`. */
export interface PayoutPayer {
  additional_info?: PayoutPayerAdditionalInfo;
  address?: PayoutPayerAddress;
  company_name?: string;
  date_of_birth?: DateOfBirth;
  entity_type?: string;
  first_name?: string;
  last_name?: string;
}

/** The value of `additional_info`. */
export interface PayoutPayerAdditionalInfo {
  business_registration_number?: string;
  business_registration_type?: string;
  external_id?: string;
  personal_email?: string;
  personal_id_number?: string;
  job?: string;
}

/** The value of `address`. */
export interface PayoutPayerAddress {
  city?: string;
  country_code?: Country;
  postcode?: string;
  state?: string;
  street_address?: string;
}

/** An object with the request fields of 2.13: the body of a payout (4.11). */
export interface PayoutRequest {
  merchant_id: string;
  account_id: string;
  beneficiary?: Beneficiary;
  beneficiary_id?: string;
  client_data?: string;
  fee_paid_by?: string;
  payer?: Payer;
  payment_amount?: IntegerDigits;
  payment_currency?: Currency;
  payment_date?: CalendarDate;
  payment_method?: string;
  reason?: string;
  reference?: string;
  request_id?: Uuid;
  source_amount?: IntegerDigits;
  source_currency?: Currency;
  swift_charge_option?: string;
  fund_source?: string;
  notify_url?: Url;
  encryption_data: string;
}

/** An object with the members of beneficiary in a payout (2.13). */
export interface Beneficiary {
  additional_info?: BeneficiaryAdditionalInfo;
  address?: BeneficiaryAddress;
  person_documents?: PayoutPersonDocument[];
  bank_details?: BankDetails;
  company_name?: string;
  date_of_birth?: DateOfBirth;
  entity_type?: string;
  first_name?: string;
  last_name?: string;
}

/** An object with the members of additional_info in beneficiary of a payout (2.13). */
export interface BeneficiaryAdditionalInfo {
  business_area?: string;
  business_phone_number?: string;
  business_registration_number?: string;
  personal_email?: string;
  personal_id_number?: string;
  personal_id_type?: string;
  personal_mobile_number?: string;
  personal_net_monthly_average_income?: string;
  personal_phone_country_code?: string;
  personal_phone_area_code?: string;
  personal_fiscal_country?: string;
}

/** An object with the members of address in beneficiary of a payout (2.13). */
export interface BeneficiaryAddress {
  city?: string;
  country_code?: Country;
  postcode?: string;
  state?: string;
  street?: string;
  number?: string;
  street_address?: string;
  complement?: string;
}

/** An object with the members of a person_documents entry (2.13). */
export interface PayoutPersonDocument {
  file_type?: string;
  file_url?: string;
  labels?: string[];
}

/** An object with the members of bank_details in beneficiary of a payout (2.13). */
export interface BankDetails {
  account_currency?: CurrencyText;
  account_name?: string;
  owner_document_number?: string;
  account_number?: string;
  bank_account_category?: string;
  bank_branch?: string;
  bank_country_code?: string;
  bank_code?: string;
  bank_name?: string;
  bank_street_address?: string;
  binding_mobile_number?: string;
  iban?: string;
  swift_code?: string;
  transaction_reference?: string;
}

/** An object with the members of payer in a payout (2.13). */
export interface Payer {
  additional_info?: PayerAdditionalInfo;
  address?: PayerAddress;
  company_name?: string;
  date_of_birth?: DateOfBirth;
  entity_type?: string;
  first_name?: string;
  last_name?: string;
}

/** An object with the members of additional_info in payer of a payout (2.13). */
export interface PayerAdditionalInfo {
  business_registration_number?: string;
  business_registration_type?: string;
  external_id?: string;
  personal_email?: string;
  personal_id_number?: string;
  job?: string;
}

/** An object with the members of address in payer of a payout (2.13). */
export interface PayerAddress {
  city?: string;
  country_code?: CountryCodeText;
  postcode?: string;
  state?: string;
  street_address?: string;
}

/** Answer to a query (4.4): envelope and orders of 2.10. */
export interface QueryAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  orders_list?: QueriedOrder[];
}

/** An entry of `orders_list`. */
export interface QueriedOrder {
  amount?: Amount;
  currency?: Currency;
  order_no: string;
  transaction_id: string;
  reference_no?: string;
  website?: string;
  delivery_information?: DeliveryInformation;
  antifraud_provider?: string;
  fraud_check_result?: FraudCheck[];
  is3ds?: string;
  payment_status?: PaymentStatus;
  query_result?: string;
  shopper_email?: string;
  shopper_phone?: string;
  subscription_result?: SubscriptionResult;
  transaction_date?: Date14;
}

/** The value of `delivery_information`. */
export interface DeliveryInformation {
  delivery_address?: string;
  delivery_city?: string;
  delivery_country?: string;
  delivery_firstname?: string;
  delivery_lastname?: string;
  delivery_postal_code?: string;
  delivery_state?: string;
}

/** An entry of `fraud_check_result`. */
export interface FraudCheck {
  check_items?: string;
  status?: string;
}

/** An object with the parameters of a query (4.4). */
export interface QueryRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
}

/** The page of 2.8 as it is written, before any script runs. */
export interface RedirectPaymentPage {
  forms: PageForm[];
  base?: string;
  looseInputs: {
    name: string;
    type: string;
    value: string;
  }[];
  autoPost: 'script' | 'onload' | 'none';
}

/** An entry of `forms`. */
export interface PageForm {
  name: string;
  method: string;
  action: string;
  inputs: {
    name: string;
    type: string;
    value: string;
  }[];
}

/** The form that the page of 2.8 posts in a browser, input name to text. */
export interface RedirectPaymentPosted {
  merchant_id?: string;
  account_id?: string;
  order_no?: string;
  currency?: CurrencyText;
  amount?: string;
  item_total?: string;
  shipping?: string;
  handling?: string;
  tax_total?: string;
  insurance?: string;
  shipping_discount?: string;
  discount?: string;
  website?: string;
  items?: string;
  note?: string;
  shopper_id?: string;
  shopper_email?: string;
  shopper_ip?: string;
  shopper_phone?: string;
  shopper_level?: string;
  open3d?: string;
  token_flag?: string;
  token_id?: string;
  first_name?: string;
  last_name?: string;
  notify_url?: string;
  document?: string;
  birth_date?: string;
  billing_country?: string;
  billing_state?: string;
  billing_city?: string;
  billing_address?: string;
  billing_postal_code?: string;
  os?: string;
  browser?: string;
  browser_lang?: string;
  time_zone?: string;
  resolution?: string;
  cookie_new?: string;
  cookie_old?: string;
  challenge_window_size?: string;
  session_id?: string;
  delivery_firstname?: string;
  delivery_lastname?: string;
  delivery_country?: string;
  delivery_state?: string;
  delivery_city?: string;
  delivery_address?: string;
  delivery_postal_code?: string;
  custom?: string;
  installments?: string;
  installments_id?: string;
  device_fingerprint?: string;
  platform_source?: string;
  device_type?: string;
  order_type?: string;
  checkout_time?: string;
  user_agent?: string;
  antifraud_token_cookie?: string;
  cart_items?: string;
  account_owner?: string;
  total_discount?: string;
  additional_information?: string;
  price_id?: string;
  quote_id?: string;
  quote_price?: string;
  color_depth?: string;
  storefront_domains?: string;
  subscription?: string;
  merNo?: string;
  orderNo?: string;
  orderCurrency?: CurrencyText;
  orderAmount?: string;
  taxTotal?: string;
  itemTotal?: string;
  shipFee?: string;
  shippingDiscount?: string;
  goodsInfo?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  email?: string;
  address?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  shipFirstName?: string;
  shipLastName?: string;
  shipAddress?: string;
  shipCity?: string;
  shipState?: string;
  shipZip?: string;
  shipCountry?: string;
  notifyUrl?: string;
  shopperId?: string;
  shopperLevel?: string;
  remark?: string;
  isOpen3D?: string;
  token?: string;
  returnUrl?: string;
  cancelUrl?: string;
  cancel_url?: string;
  return_url?: string;
  defaultLang?: string;
  verifyBillingAddress?: string;
  verify_billing_address?: string;
  card_type?: string;
  cardType?: string;
  paymentToken?: string;
  gatewayNo?: string;
  merSendLogoNo?: string;
  APMType?: string;
  signInfo: Signature;
  encryption_data: Signature;
  source_request_ip?: string;
  source_notify_url?: string;
  default_lang?: string;
  logo_name?: string;
  allParams: string;
  gbc_id?: string;
  connector_code?: string;
  account_name?: string;
  webSite?: string;
  pm_id?: string;
  apm_type?: string;
  descriptor?: string;
  orderprefix?: string;
  rrtimezone?: string;
  ordernumlength?: string;
  sendbgoods?: string;
  replacename?: string;
  send_bank_website?: string;
  replace_up_id?: string;
  replace_match_address?: string;
  to_pass_page?: string;
}

/** Answer to a refund search (4.10): envelope and records of 2.11. */
export interface RefundSearchAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  refund_orders?: RefundRecord[];
}

/** An entry of `refund_orders`. */
export interface RefundRecord {
  transaction_id: string;
  order_no: string;
  amount?: Amount;
  refund_status?: string;
  payment_status?: PaymentStatus;
  refund_amount?: Amount;
  refund_reference?: string;
  currency?: Currency;
  refund_reason?: string;
  refund_reference_id?: string;
  refund_date?: Date14;
  refund_processing_date?: string;
  [k: string]: string;
}

/** An object with the parameters of a refund search (4.10). */
export interface RefundSearchRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
}

/** Answer to a refund batch (4.9): result entries of 2.9. */
export interface RefundAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  refund_orders?: RefundResult[];
}

/** An entry of `refund_orders`. */
export interface RefundResult {
  transaction_id: string;
  order_no: string;
  currency?: Currency;
  amount?: Amount;
  refund_amount?: Amount;
  refund_reason?: string;
  refund_status: string;
  refund_message: RefundMessage;
  refund_reference?: string;
  refund_reference_id?: string;
  [k: string]: string;
}

/** An object with merchant, account, signature and orders: the body of a refund batch (4.9). */
export interface RefundRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
  refund_orders: RefundOrder[];
}

/** An object with the members of a refund_orders entry (2.9). */
export interface RefundOrder {
  transaction_id?: string;
  order_no?: string;
  currency?: CurrencyText;
  amount?: Amount;
  refund_amount?: Amount;
  refund_reason?: string;
}

/** Answer to a review batch (4.6): result entries of 2.9. */
export interface ReviewAnswer {
  merchant_id?: string;
  account_id?: string;
  return_status: string;
  return_message: string;
  encryption_data?: Signature;
  review_orders?: ReviewResult[];
}

/** An entry of `review_orders`. */
export interface ReviewResult {
  transaction_id: string;
  order_no: string;
  currency?: Currency;
  amount?: Amount;
  review_flag?: string;
  review_status: string;
  error_message: string;
  [k: string]: string;
}

/** An object with merchant, account, signature and orders: the body of a review batch (4.6). */
export interface ReviewRequest {
  merchant_id: string;
  account_id: string;
  encryption_data: Signature;
  review_orders: ReviewOrder[];
}

/** An object with the members of a review_orders entry (2.9). */
export interface ReviewOrder {
  transaction_id?: string;
  order_no?: string;
  currency?: CurrencyText;
  amount?: Amount;
  review_flag?: string;
}
