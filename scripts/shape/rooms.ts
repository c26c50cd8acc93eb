// Determines the ring and the feature of a file from its path (architecture, section 3), and its purity from its
// imports.

import type { Import, SourceFile } from './source-file.ts'

/**
 * `core`: kernel, crypto and the data that the product only reads. `plain`: a feature file without a suffix, either
 * pure or a use case.
 */
export type Ring = 'core' | 'pure' | 'storage' | 'plain' | 'edge' | 'root' | 'shell'

/** Inner features first. A file imports from its own line and the lines above, without circles within a line. */
const featureOrder: readonly (readonly string[])[] = [
  ['kernel', 'crypto'],
  ['db'],
  ['egress', 'markets', 'matching'],
  ['s3'],
  [
    'audit',
    'nodes',
    'approvals',
    'jobs',
    'keys',
    'usage',
    'data-keys',
    'providers',
    'images',
    'events',
    'directory',
  ],
  ['settings', 'mrz', 'faces'],
  ['scoring', 'webhooks'],
  ['deliveries'],
  ['verifications'],
  ['users', 'reviews', 'saved-filters'],
  ['erasure'],
  ['backup'],
  ['operations'],
  ['doctor'],
  ['upgrade'],
  ['monitoring'],
  ['http'],
  ['api', 'console-api'],
  ['root'],
  ['demo'],
]

/** File names that must be pure, besides those named like their feature (`keys/key`). */
const pureNames =
  /(?:-input|-json|-api|-policy|^decide|^features|^bands|^sign|^signature|^result-codes|^map-[a-z-]+)$/
/**
 * The frame, the tables of endpoints with what stands between them and the frame (keys, sessions, idempotency), and
 * their handlers; read models and wire shapes beside them are not.
 */
const edge =
  /^server\/(?:http\/|api\/(?:openapi|idempotency)\/|(?:api|console-api)\/(?:[^/]+(?<!-input|-json)|.*[/-]handlers)\.ts$)/
const pureFeatures = ['matching', 'markets']

export function ringOf(path: string): Ring {
  const [top = '', feature = ''] = path.split('/')
  const name = nameOf(path)
  if (top === 'data') return 'core'
  if (top !== 'server') return 'shell'
  if (featureOf(path) === 'root') return 'root'
  if (feature === 'kernel' || feature === 'crypto') return 'core'
  if (feature === 'db' || /-(table|store|view)$/.test(name)) return 'storage'
  if (edge.test(path)) return 'edge'
  // The demo starts a whole appliance; the stand-ins in its folders know nothing of it.
  if (/^server\/demo\/[^/]+$/.test(path)) return 'root'
  const isNoun = `${name}s` === feature || (name.length > 3 && feature === name)
  return isNoun || pureNames.test(name) || pureFeatures.includes(feature) ? 'pure' : 'plain'
}

/** Returns the folder below server/, `root` for files in server/ itself, undefined elsewhere. */
export function featureOf(path: string): string | undefined {
  const [top, feature, ...rest] = path.split('/')
  if (top !== 'server' || feature === undefined) return undefined
  return rest.length === 0 ? 'root' : feature
}

/** Place in the order of features; undefined for a feature that has none. */
export function rankOf(path: string): number | undefined {
  const feature = featureOf(path) ?? ''
  const rank = featureOrder.findIndex((line) => line.includes(feature))
  return rank === -1 ? undefined : rank
}

/** Files of the root whose types every feature may import. */
const handedDown = [
  'server/appliance.ts',
  'server/config.ts',
  'server/settings/setting-row.ts',
  'server/settings/setting-rows.ts',
]

/** Returns whether the order of features ignores an import: type imports that point outwards by design. */
export function isOutsideOrder(path: string, { target = '', isType }: Import): boolean {
  if (!isType) return false
  if (handedDown.includes(target)) return ['plain', 'edge'].includes(ringOf(path))
  // The schema imports the tables of every feature, so that Kysely can type the queries.
  return path === 'server/db/schema.ts' && nameOf(target).endsWith('-table')
}

export function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/(\.test)?\.[a-z]+$/, '')
}

/** Node modules with effects outside the process, or that use time. */
const impureModules =
  /^node:(fs|fs\/promises|net|tls|dns|http|https|http2|child_process|worker_threads|cluster|timers|timers\/promises|process|os|readline|readline\/promises)$/

/** Packages without side effects. */
const purePackages = ['zod', 'ipaddr.js']

/**
 * Returns why a file is not pure: the first import, followed through plain files, that leads to storage, edge,
 * root, an impure Node module or an impure package. Returns undefined for a pure file.
 */
export function impurityOf(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
  seen: Set<string> = new Set(),
): string | undefined {
  if (seen.has(file.path)) return undefined
  seen.add(file.path)
  for (const { specifier, target, isType } of file.imports) {
    if (isType) continue
    if (target === undefined) {
      const isPure = specifier.startsWith('node:')
        ? !impureModules.test(specifier)
        : purePackages.includes(specifier)
      if (!isPure) return specifier
      continue
    }
    const ring = ringOf(target)
    if (ring === 'core') continue
    if (ring !== 'pure' && ring !== 'plain') return target
    const next = byPath.get(target)
    const deeper = next && impurityOf(next, byPath, seen)
    if (deeper !== undefined) return `${target} (which imports ${deeper})`
  }
  return undefined
}
