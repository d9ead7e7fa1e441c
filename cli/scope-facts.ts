import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, release, type } from 'node:os';
import type { DeclaredScope, Platform } from '../schemas/certification.ts';
import type { OperationId } from '../schemas/types.ts';
import { limitsOf } from '../targets/limits.ts';
import { maskedTargetFile } from '../targets/masked-target.ts';
import type { Settings } from '../targets/settings.ts';
import { type RequestLayout, readTargetFile } from '../targets/target-file.ts';

function layoutWords({ encoding, contentType, xmlRoot, xmlEntries, nested }: RequestLayout): string {
  return [
    encoding,
    contentType,
    xmlRoot === undefined ? undefined : `root <${xmlRoot}>`,
    xmlEntries === undefined ? undefined : `entries <${xmlEntries}>`,
    nested === undefined ? undefined : `nested as ${nested}`,
  ]
    .filter((word) => word !== undefined)
    .join(', ');
}

function signingWords({ recipe, fields, uppercase }: Settings['target']['signing']): string {
  const over = fields.length === 0 ? '' : ` over ${fields.join(', ')}`;
  return `${recipe}${over}${uppercase ? ', in upper case' : ''}`;
}

// An address from outside without a target file is somebody's service, of which the file says nothing.
function fileOf({ target, targetFile }: Settings): DeclaredScope['file'] {
  return readTargetFile(targetFile).environment === target.environment
    ? maskedTargetFile(targetFile)
    : undefined;
}

/** What the target of a run declares, in words. */
export function declaredScope(settings: Settings): DeclaredScope {
  const { target } = settings;
  const file = fileOf(settings);
  // Shards share the limits; what is declared is the whole.
  const { parts: _, ...limits } =
    file === undefined ? target.limits : limitsOf(readTargetFile(settings.targetFile));
  return {
    encodings: Object.fromEntries(
      Object.entries(target.encodings).map(([id, layout]) => [id as OperationId, layoutWords(layout)]),
    ),
    signing: signingWords(target.signing),
    allow: target.allow,
    limits: Object.fromEntries(Object.entries(limits).filter(([, bound]) => Number.isFinite(bound))),
    ...(file && { file }),
  };
}

/** What a run runs on, without its browser. */
export function platformFacts(): Omit<Platform, 'browser'> {
  const own = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const { version } = JSON.parse(readFileSync(own, 'utf8')) as { version: string };
  return { node: process.versions.node, playwright: version, os: `${type()} ${release()} ${arch()}` };
}
