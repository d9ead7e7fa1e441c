/**
 * The ids that the register took from the request schemas when it first did, by section. An id is permanent: reports of
 * older runs name it. New fields bring new ids, which need no line here.
 */
export const permanentIds: Readonly<Record<string, string>> = {
  '2.2': `
    accept/string account_owner/array additional_information/array amount/decimal
    antifraud_token_cookie/string bank_code/string billing_address/string billing_city/string
    billing_country/string billing_postal_code/string billing_state/string birth_date/shape
    browser/string browser_lang/string card/digits card/string cart_items/array
    challenge_window_size/shape checkout_time/integer color_depth/string cookie_new/string
    cookie_old/string currency/shape currency/upper-case custom/string delivery_address/string
    delivery_city/string delivery_country/string delivery_district_name/string delivery_firstname/string
    delivery_lastname/string delivery_postal_code/string delivery_state/string
    delivery_street_name/string device_fingerprint/string device_type/string discount/decimal
    document/string expiration_month/string expiration_year/string first_name/string handling/decimal
    installments/string installments_id/string insurance/decimal item_total/decimal items/four-fields
    items/string last_name/string note/string notify_url/address notify_url/string open3d/string
    order_no/string order_type/string os/string payment_method/string person/object
    platform_source/string price_id/string quote_id/string quote_price/string resolution/string
    return_url/address return_url/string security_code/string session_id/string shipping/decimal
    shipping_discount/decimal shopper_email/string shopper_id/string shopper_ip/string
    shopper_level/string shopper_phone/string storefront_domains/string subscription/object
    tax_total/decimal time_zone/string token_flag/string token_id/string total_discount/array
    user_agent/string website/string`,
  '2.3': `
    account_owner/account_id/string account_owner/closed account_owner/created/number
    account_owner/email/string account_owner/entries account_owner/first_name/string
    account_owner/lastLogin_ip/string account_owner/last_name/string
    account_owner/past_orders_count/number account_owner/past_orders_sum/number
    account_owner/registration_ip/string additional_information/cavv/string
    additional_information/closed additional_information/dsTransID/string
    additional_information/eci/string additional_information/entries
    additional_information/mpi_info/closed additional_information/mpi_info/object
    additional_information/xid/string cart_items/basic_item_data/closed
    cart_items/basic_item_data/object cart_items/category/string cart_items/closed cart_items/entries
    cart_items/name/string cart_items/price/amount_local_currency/number
    cart_items/price/amount_usd/number cart_items/price/closed cart_items/price/currency/shape
    cart_items/price/currency/string cart_items/price/object cart_items/productId/string
    cart_items/quantity/string cart_items/type/string total_discount/closed
    total_discount/coupon_code_used/string total_discount/discount_type/string total_discount/entries`,
  '2.4': `
    billing_cycle/integer contract/string contract_amount/decimal contract_end/string
    contract_name/string contract_start/string interval/string interval_count/string price_id/string
    promotion_cycle/integer subscription/closed`,
  '2.5': `
    address_city/string address_complement/string address_country/shape address_country/upper-case
    address_number/string address_postal_code/string address_state/string address_street/string
    bank_account/account_number/string bank_account/account_type/string bank_account/bank/closed
    bank_account/bank/code/string bank_account/bank/name/string bank_account/bank/object
    bank_account/branch_country/shape bank_account/branch_country/upper-case
    bank_account/branch_number/string bank_account/closed bank_account/currency/shape
    bank_account/currency/upper-case bank_account/object bank_account/owner_document_number/string
    bank_account/owner_name/string birth_date/string document_number/string document_type/string
    documents/closed documents/file_data/string documents/file_type/string documents/file_url/string
    documents/object email/string fiscal_country/shape fiscal_country/upper-case labels/closed
    labels/object labels/person_bank_account_id/string net_monthly_average_income/string person/closed
    phone_area_code/string phone_country_code/shape phone_country_code/upper-case phone_number/string
    social_name/string`,
  '2.9': `
    request/amount/decimal request/cancel_orders/closed request/cancel_orders/entries
    request/capture_orders/closed request/capture_orders/entries request/currency/shape
    request/currency/string request/order_no/string request/refund_amount/decimal
    request/refund_orders/closed request/refund_orders/entries request/refund_reason/string
    request/review_flag/string request/review_orders/closed request/review_orders/entries
    request/transaction_id/string`,
  '2.12': `
    request/contract_name/string request/recurring_id/string`,
  '2.13': `
    request/beneficiary/additional_info/business_area/string
    request/beneficiary/additional_info/business_phone_number/string
    request/beneficiary/additional_info/business_registration_number/string
    request/beneficiary/additional_info/closed request/beneficiary/additional_info/object
    request/beneficiary/additional_info/personal_email/string
    request/beneficiary/additional_info/personal_fiscal_country/string
    request/beneficiary/additional_info/personal_id_number/string
    request/beneficiary/additional_info/personal_id_type/string
    request/beneficiary/additional_info/personal_mobile_number/string
    request/beneficiary/additional_info/personal_net_monthly_average_income/string
    request/beneficiary/additional_info/personal_phone_area_code/string
    request/beneficiary/additional_info/personal_phone_country_code/string
    request/beneficiary/address/city/string request/beneficiary/address/closed
    request/beneficiary/address/complement/string request/beneficiary/address/country_code/shape
    request/beneficiary/address/country_code/upper-case request/beneficiary/address/number/string
    request/beneficiary/address/object request/beneficiary/address/postcode/string
    request/beneficiary/address/state/string request/beneficiary/address/street/string
    request/beneficiary/address/street_address/string
    request/beneficiary/bank_details/account_currency/shape
    request/beneficiary/bank_details/account_currency/string
    request/beneficiary/bank_details/account_name/string
    request/beneficiary/bank_details/account_number/string
    request/beneficiary/bank_details/bank_account_category/string
    request/beneficiary/bank_details/bank_branch/string
    request/beneficiary/bank_details/bank_code/string
    request/beneficiary/bank_details/bank_country_code/string
    request/beneficiary/bank_details/bank_name/string
    request/beneficiary/bank_details/bank_street_address/string
    request/beneficiary/bank_details/binding_mobile_number/string
    request/beneficiary/bank_details/closed request/beneficiary/bank_details/iban/string
    request/beneficiary/bank_details/object
    request/beneficiary/bank_details/owner_document_number/string
    request/beneficiary/bank_details/swift_code/string
    request/beneficiary/bank_details/transaction_reference/string request/beneficiary/closed
    request/beneficiary/company_name/string request/beneficiary/date_of_birth/shape
    request/beneficiary/entity_type/string request/beneficiary/first_name/string
    request/beneficiary/last_name/string request/beneficiary/object
    request/beneficiary/person_documents/array request/beneficiary/person_documents/closed
    request/beneficiary/person_documents/entries request/beneficiary/person_documents/file_type/string
    request/beneficiary/person_documents/file_url/string
    request/beneficiary/person_documents/labels/array request/beneficiary_id/string
    request/client_data/string request/fee_paid_by/string request/fund_source/string
    request/notify_url/address request/payer/additional_info/business_registration_number/string
    request/payer/additional_info/business_registration_type/string request/payer/additional_info/closed
    request/payer/additional_info/external_id/string request/payer/additional_info/job/string
    request/payer/additional_info/object request/payer/additional_info/personal_email/string
    request/payer/additional_info/personal_id_number/string request/payer/address/city/string
    request/payer/address/closed request/payer/address/country_code/shape
    request/payer/address/country_code/string request/payer/address/object
    request/payer/address/postcode/string request/payer/address/state/string
    request/payer/address/street_address/string request/payer/closed request/payer/company_name/string
    request/payer/date_of_birth/shape request/payer/entity_type/string request/payer/first_name/string
    request/payer/last_name/string request/payer/object request/payment_currency/shape
    request/payment_currency/upper-case request/payment_date/shape request/payment_method/string
    request/reason/string request/reference/string request/request_id/shape
    request/source_currency/shape request/source_currency/upper-case request/swift_charge_option/string`,
};
