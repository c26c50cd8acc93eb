// Parses every setting, or takes its default, and records where each value came from. config-checks.ts checks
// combinations of values.

import type { EffectiveSetting } from './effective-setting.ts'
import type { Profile, SettingsAbove, TreeOf } from './setting-row.ts'
import { type ListedSetting, settingRows, type settings } from './setting-rows.ts'
import type { Given, SettingProblem } from './setting-sources.ts'

interface ValuesInput {
  readonly given: ReadonlyMap<string, Given>
  readonly profile: Profile
  /** Base of relative default paths. */
  readonly productDir: string
}

/** Every value at its path; a group is undefined if a setting that is needed in it has no value. */
export type SettingTree = TreeOf<typeof settings>

export const secretMask = '••••'

/**
 * Reads in the order of the table. Reports invalid values and continues with their defaults, so that all problems are
 * found.
 */
export function readSettingValues(input: ValuesInput) {
  const fields: Field[] = []
  const effective: EffectiveSetting[] = []
  const problems: SettingProblem[] = []
  const above: SettingsAbove = {
    profile: input.profile,
    textOf: (name) => effective.find((one) => one.name === name)?.value ?? '',
  }
  for (const row of settingRows) {
    const given = input.given.get(row.name)
    const read = given && row.kind.parse(given.text, given.fromDir)
    if (given && read === undefined) problems.push(faultOf(row, given))
    const value = read ?? row.derive?.(above) ?? defaultOf(row, input)
    effective.push({
      name: row.name,
      value: show(row, value),
      origin: given?.origin ?? 'default',
    })
    fields.push({ path: row.path, value, needed: row.presence === 'needed' })
  }
  return { values: treeOf(fields) as unknown as SettingTree, effective, problems }
}

interface Field {
  readonly path: string
  readonly value: unknown
  readonly needed: boolean
}

/** Returns an object with a group for each segment of the paths; undefined if a field needed in it has no value. */
function treeOf(fields: readonly Field[]): Readonly<Record<string, unknown>> | undefined {
  const isMissing = ({ path, value, needed }: Field) =>
    needed && value === undefined && !path.includes('.')
  if (fields.some(isMissing)) return undefined
  const groups = Map.groupBy(fields, ({ path }) => path.replace(/\..*/, ''))
  const entries = [...groups].map(([head, group]) => {
    const below = group.map((field) => ({ ...field, path: field.path.slice(head.length + 1) }))
    return [head, group[0]?.path === head ? group[0].value : treeOf(below)]
  })
  return Object.fromEntries(entries)
}

/** Explains or quotes the given value, shortened and on one line, unless it may contain a secret. */
function faultOf(row: ListedSetting, given: Given): SettingProblem {
  const mayExplain = !row.secret || row.kind.quotesNothing === true
  const explained = mayExplain ? row.kind.explain?.(given.text) : undefined
  const mayQuote = !row.secret && !mayContainSecret.test(given.text)
  const quoted = mayQuote ? `it is ${JSON.stringify(given.text.slice(0, 80))}` : undefined
  const said = explained ?? quoted
  const why = said === undefined ? '' : `; ${said}`
  return { name: row.name, message: `must be ${row.kind.expects}${why} (${given.origin})` }
}

/** URLs can contain passwords before an `@`, and keys in their query and fragment. */
const mayContainSecret = /@|:\/\/.*[?#]/s

function defaultOf(row: ListedSetting, input: ValuesInput): unknown {
  const text = typeof row.default === 'object' ? row.default[input.profile] : row.default
  if (text === undefined) return undefined
  const value = row.kind.parse(text, input.productDir)
  if (value === undefined) throw new Error(`${row.name} has an invalid default in the table`)
  return value
}

function show(row: ListedSetting, value: unknown): string | undefined {
  if (value === undefined) return undefined
  return row.secret ? secretMask : row.kind.print(value)
}
