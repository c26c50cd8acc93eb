// Where a file stands: its ring and its feature (architecture, section 3). Read from its place and name,
// except for purity, which is read from what it imports.

import type { Import, SourceFile } from './source-file.ts'

/**
 * `core`: kernel and crypto. `plain`: a file of a feature without a suffix; either pure or a use case.
 */
export type Ring = 'core' | 'pure' | 'storage' | 'plain' | 'edge' | 'root' | 'shell'

/** Inner features first; a file imports from its own line and those above, without circles in a line. */
export const featureOrder: readonly (readonly string[])[] = [
  ['kernel', 'crypto'],
  ['db'],
  ['egress'],
  ['data-keys', 'jobs', 'keys', 'usage', 'audit', 'approvals', 'markets', 'outbound', 'providers'],
  ['settings', 'evidence', 'matching', 'events'],
  ['scoring', 'webhooks'],
  ['verifications'],
  ['staff', 'reviews'],
  ['console-api', 'operations'],
  ['http'],
  ['root'],
  ['demo'],
]

/** Names that promise a pure file, beside those that name their feature's noun (`keys/key`). */
const pureNames =
  /(?:-input|-json|-policy|^decide|^features|^bands|^sign|^signature|^result-codes|^map-[a-z-]+)$/
const edgeFeatures = ['http', 'openapi']
const pureFeatures = ['matching', 'markets']

export function ringOf(path: string): Ring {
  const [top = '', feature = ''] = path.split('/')
  const name = nameOf(path)
  if (top !== 'server') return 'shell'
  if (featureOf(path) === 'root') return 'root'
  if (feature === 'kernel' || feature === 'crypto') return 'core'
  if (feature === 'db' || /-(table|store|view)$/.test(name)) return 'storage'
  if (edgeFeatures.includes(feature) || name.endsWith('-routes')) return 'edge'
  // The demo starts a whole appliance; the stand-ins in its folders know nothing of it.
  if (/^server\/demo\/[^/]+$/.test(path)) return 'root'
  const isNoun = `${name}s` === feature || (name.length > 3 && feature === name)
  return isNoun || pureNames.test(name) || pureFeatures.includes(feature) ? 'pure' : 'plain'
}

/** The folder below server/, `root` for what lies in server/ itself, undefined outside of it. */
export function featureOf(path: string): string | undefined {
  const [top, feature, ...rest] = path.split('/')
  if (top !== 'server' || feature === undefined) return undefined
  return rest.length === 0 ? 'root' : feature
}

/** The feature as the order of features sees it: routes stand with http, whatever they are about. */
export function standingOf(path: string): string | undefined {
  return ringOf(path) === 'edge' ? 'http' : featureOf(path)
}

/** Place in the order of features; undefined for a feature that has none. */
export function rankOf(path: string): number | undefined {
  const standing = standingOf(path) ?? ''
  const rank = featureOrder.findIndex((line) => line.includes(standing))
  return rank === -1 ? undefined : rank
}

/** Types that everybody may name: what the root hands down. */
const handedDown = [
  'server/appliance.ts',
  'server/config.ts',
  'server/settings/setting-row.ts',
  'server/settings/setting-rows.ts',
]

/** Imports that the order of features does not count: erased ones that point outwards by design. */
export function isOutsideOrder(path: string, { target = '', isType }: Import): boolean {
  if (!isType) return false
  if (handedDown.includes(target)) return ['plain', 'edge'].includes(ringOf(path))
  // The schema names the tables of every feature, so that Kysely can type their queries.
  return path === 'server/db/schema.ts' && nameOf(target).endsWith('-table')
}

export function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/(\.test)?\.[a-z]+$/, '')
}

/** Modules of Node that touch the world outside of the process, or its time. */
const worldly =
  /^node:(fs|fs\/promises|net|tls|dns|http|https|http2|child_process|worker_threads|cluster|timers|timers\/promises|process|os|readline|readline\/promises)$/

/** Packages that compute and no more. */
const purePackages = ['zod', 'ipaddr.js']

/**
 * Why a file is not pure: the first import, followed through plain files, that leads to storage, edge,
 * root, the world, or a package that does more than compute. Undefined for a pure file.
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
        ? !worldly.test(specifier)
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
