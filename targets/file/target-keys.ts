import type { JsonObject, OperationId } from '../../schemas/types.ts';
import type { SecretPlace } from './secret.ts';

// Written by `node tools/target-types.mjs` from target.schema.json, which says what each key means.

/** How a request body is written. */
export interface RequestLayout {
  readonly encoding: 'json' | 'form' | 'xml';
  readonly contentType?: string;
  readonly xmlRoot?: string;
  readonly xmlEntries?: string;
  readonly nested?: 'json' | 'brackets';
}

/** A test card of the operator, under the document's field names. */
export interface TestCard {
  readonly card: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly security_code: string;
  readonly outcome?: 'approve' | 'decline' | 'challenge';
  readonly resultCode?: string;
}

/** Three capital letters, or an object that also bounds the amounts of orders in the currency. */
export interface Currency {
  readonly currency: string;
  readonly smallest?: string;
  readonly largest?: string;
}

/** Values by name of request field; dots reach nested members. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/** Values by what they mean; a value has one meaning. */
export interface StatusValues {
  readonly done?: readonly string[];
  readonly pending?: readonly string[];
  readonly refused?: readonly string[];
}

/** Values of the statuses of a payment by what they mean. */
export interface PaymentStatuses {
  readonly done?: readonly string[];
  readonly pending?: readonly string[];
  readonly refused?: readonly string[];
  readonly result_info?: StatusValues;
  readonly payment_status?: StatusValues;
}

/** The keys of a target: of a file that was checked against its schema, or of a target whose secrets are known. */
export interface TargetKeys<Secret, SecretOrText> {
  readonly name: string;
  readonly environment: 'embedded' | 'sandbox' | 'certification' | 'production-like';
  readonly acquirer?: string;
  readonly baseUrl?: string;
  readonly merchant: {
    readonly merchant_id: string;
    readonly account_id: string;
    readonly otherAccountId?: string;
  };
  readonly signing: {
    readonly recipe: 'none' | 'fixed' | 'sha256-concat' | 'hmac-sha256' | 'module';
    readonly fields?: readonly string[];
    readonly key?: Secret;
    readonly value?: SecretOrText;
    readonly module?: string;
    readonly uppercase?: boolean;
  };
  readonly capabilities?: Readonly<Partial<Record<OperationId, boolean>>>;
  readonly allow?: readonly ('reads' | 'creates' | 'moves-money' | 'irreversible')[];
  readonly encodings?: Readonly<Partial<Record<OperationId, RequestLayout>>>;
  readonly headers?: Readonly<Record<string, SecretOrText>>;
  readonly tls?: {
    readonly verify?: boolean;
    readonly authorityFile?: string;
    readonly clientCertificate?: {
      readonly certificateFile: string;
      readonly keyFile: string;
      readonly passphrase?: Secret;
    };
  };
  readonly proxy?: {
    readonly server: string;
    readonly bypass?: string;
    readonly username?: string;
    readonly password?: Secret;
  };
  readonly cards?: readonly TestCard[] | SecretPlace;
  readonly currencies?: readonly (string | Currency)[];
  readonly fixed?: Readonly<Partial<Record<OperationId | '*', FieldValues>>>;
  readonly orderNumbers?: {
    readonly longest?: number;
    readonly alphabet?: string;
    readonly prefix?: string;
  };
  readonly capture?: 'manual' | 'automatic';
  readonly refunds?: 'whole';
  readonly settle?: {
    readonly longestMs: number;
  };
  readonly statuses?: Readonly<Partial<Record<OperationId, PaymentStatuses>>>;
  readonly apmMethods?: readonly {
    readonly payment_method: string;
    readonly fields?: FieldValues;
  }[];
  readonly payouts?: readonly {
    readonly payment_currency: string;
    readonly source_currency: string;
    readonly payment_method: string;
    readonly fields?: FieldValues;
  }[];
  readonly subscription?: {
    readonly contract?: string;
    readonly contract_name?: string;
    readonly contract_amount?: string;
    readonly interval?: string;
    readonly interval_count?: string;
    readonly billing_cycle?: number;
    readonly promotion_cycle?: number;
    readonly contract_start?: string;
    readonly contract_end?: string;
    readonly price_id?: string;
  };
  readonly returnUrl?: string;
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly requests?: number;
    readonly requestsPerSecond?: number;
    readonly amountPerRequest?: string;
    readonly amountTotal?: string;
    readonly concurrent?: number;
  };
  readonly notify?: {
    readonly url: string;
    readonly host?: string;
    readonly port?: number;
  };
  readonly laws?: readonly {
    readonly law:
      | 'refund-at-most-paid'
      | 'no-refund-after-cancel'
      | 'no-capture-after-cancel'
      | 'refunds-listed'
      | 'refunds-listed-as-made'
      | 'no-refund-unasked'
      | 'payments-listed-as-paid'
      | 'one-payout-per-request-id';
    readonly says?: string;
    readonly by: string;
    readonly on: string;
  }[];
  readonly deviations?: string;
  readonly certification?: string;
  readonly optimise?: {
    readonly path: string;
    readonly body?: JsonObject;
  };
}

/** A target file as it is. */
export type TargetFile = TargetKeys<SecretPlace, string | SecretPlace>;
