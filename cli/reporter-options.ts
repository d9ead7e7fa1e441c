import { join } from 'node:path';
import type { ReporterOptions } from '../reports/conformance-reporter.ts';
import type { Settings } from '../targets/settings.ts';
import { packageRoot } from './package-root.ts';
import { suiteVersion } from './suite-version.ts';

/** What the reporters need of the settings, as plain data. */
export function reporterOptions(settings: Settings): ReporterOptions {
  const { target } = settings;
  return {
    seed: settings.seed,
    profile: settings.profile,
    runs: settings.runs,
    out: settings.out,
    operations: settings.operations,
    target: { name: target.name, environment: target.environment, baseUrl: target.baseUrl ?? 'embedded' },
    capabilities: target.capabilities,
    allow: target.allow,
    history: join(packageRoot, '.history'),
    suiteVersion,
    ...(target.deviations === undefined ? {} : { deviations: target.deviations }),
  };
}
