import { given } from '../schemas/given.ts';
import { settingOf } from './acquirers/acquirer.ts';
import type { Setting } from './acquirers/habit.ts';
import { privateCertificates } from './acquirers/private-certificates.ts';
import { findAcquirer } from './acquirers/registry.ts';
import { createApp, requestBounds } from './app.ts';
import { merchants, type Register } from './merchants.ts';
import { standInFront } from './misfits/front.ts';
import { practiceCertificate } from './misfits/practice-certificate.ts';
import { findMisfit } from './misfits/registry.ts';
import { openNotifier } from './notify.ts';
import { openRecent } from './recent.ts';
import { recipes, type SignatureCheck } from './signature.ts';
import { type MainWorld, openWorlds } from './worlds.ts';

/** How an embedded endpoint is started. */
export interface MockOptions extends MainWorld {
  /** A free port when absent or 0. */
  readonly port?: number;
  /** Loopback only: 127.0.0.1 unless another loopback address is named. */
  readonly host?: string;
  /** Checks signatures when given; an acquirer has a recipe of its own for the key. */
  readonly signing?: SignatureCheck;
  /** More merchants with their accounts than the endpoint's own. */
  readonly merchants?: Register;
  /** Addresses registered for the query (5.4); every address when absent. */
  readonly addresses?: readonly string[];
  /** Milliseconds before each answer. */
  readonly latencyMs?: number;
  /** Receives one masked line per exchange; nothing is logged without it. */
  readonly log?: (line: string) => void;
  /** Sends notifications to any address, not only to loopback. */
  readonly allowNotify?: boolean;
  /** Is a service that cannot be tested, by the name of the misfit. */
  readonly misfit?: string;
  /** Milliseconds in which a request has to arrive whole. */
  readonly arrivalMs?: number;
}

/** A running embedded endpoint. */
export interface Mock {
  /** Base address without a slash at the end. */
  readonly url: string;
  /** Requests that came to a misfit; other endpoints count nothing. */
  readonly arrived: number;
  /** Stops listening and cuts open connections. */
  close(): Promise<void>;
}

/** Starts an embedded endpoint on loopback; rejects for an unknown acquirer, dialect, fault, misfit or recipe, or a port that is taken. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { signing, addresses, log, arrivalMs = requestBounds.arrivalMs } = options;
  if (signing !== undefined && !recipes.some((recipe) => recipe === signing.recipe)) {
    throw new Error(
      `the embedded endpoint cannot check "${signing.recipe}" signatures, only ${recipes.join(', ')}`,
    );
  }
  const misfit = misfitOf(options);
  const setting = acquirerSetting(options);
  const {
    change,
    https,
    dead,
    addresses: registered = setting.addresses ?? addresses,
  } = misfit?.endpoint ?? {};
  const guard = {
    merchants: { ...merchants, ...options.merchants },
    ...given({ signing: signing && { ...signing, ...setting.signing }, addresses: registered }),
  };
  const worlds = openWorlds({ ...options, ...given({ change }) }, guard);
  const notifier = openNotifier(options.allowNotify ?? false);
  const shop = {
    notifier,
    recent: openRecent(),
    latencyMs: options.latencyMs ?? 0,
    ...given({ log }),
  };
  const certificates =
    https === true ? practiceCertificate : setting.mutualTls === true ? privateCertificates : undefined;
  const { prefix = '' } = setting;
  const app = createApp(worlds, shop, arrivalMs, { prefix, ...given({ certificates }) });
  const front = misfit === undefined ? undefined : standInFront(app, misfit, () => worlds.forget());
  const address = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  if (dead === true) await app.close();
  return {
    url: address + prefix,
    get arrived() {
      return front?.arrived ?? 0;
    },
    async close() {
      notifier.close();
      await app.close();
    },
  };
}

function acquirerSetting({ acquirer }: MockOptions): Setting {
  const found = acquirer === undefined ? undefined : findAcquirer(acquirer);
  return found === undefined ? {} : settingOf(found);
}

function misfitOf({ misfit }: MockOptions) {
  const found = misfit === undefined ? undefined : findMisfit(misfit);
  if (misfit !== undefined && found === undefined) throw new Error(`no misfit is called "${misfit}"`);
  return found;
}
