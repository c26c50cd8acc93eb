// Collects the settings from flags, environment and svc.conf, the first of them winning, and reports unknown names.
// The texts are parsed afterwards (config.ts).

import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { editDistance } from '../kernel/edit-distance.ts'
import { parseConfFile } from './conf-file.ts'
import type { Origin } from './effective-setting.ts'
import { isOpenToEveryone, path, readText } from './setting-files.ts'
import { type ListedSetting, settingRows, settings } from './setting-rows.ts'

/** A problem that an operator has to correct, and the setting or line that it concerns. */
export interface SettingProblem {
  readonly name: string
  readonly message: string
}

/** The text of one setting, never empty. Relative paths in it are resolved against `fromDir`. */
export interface Given {
  readonly text: string
  readonly origin: Origin
  readonly fromDir: string
}

interface SourcesInput {
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** From `--config`; if undefined, SVC_CONFIG is used, then `confFileDefault`. */
  readonly configFile: string | undefined
  /** Read if it exists and no other file is named; undefined for none. */
  readonly confFileDefault: string | undefined
  readonly workingDir: string
}

interface Sources {
  readonly given: ReadonlyMap<string, Given>
  readonly problems: readonly SettingProblem[]
}

/** An empty value counts as not given in every source. */
export function collectSettings(input: SourcesInput): Sources {
  const problems: SettingProblem[] = []
  const conf = findConfFile(input)
  const layers: Layer[] = [
    { origin: 'flag', texts: withoutEmpty(input.flags), fromDir: input.workingDir },
    { origin: 'environment', texts: ours(input.env), fromDir: input.workingDir },
    ...(conf ? [confLayer(conf.text, problems)] : []),
  ]
  for (const layer of layers) problems.push(...faultsOfNames(layer))
  const given = new Map<string, Given>()
  if (conf) given.set(settings.configFile.name, conf)
  for (const row of settingRows) {
    if (row.name === settings.configFile.name) continue
    const value = findIn(layers, row, problems)
    if (value) given.set(row.name, value)
  }
  return { given, problems }
}

/** One source of settings; an earlier layer overrides a later one. */
interface Layer {
  readonly origin: 'flag' | 'environment' | 'conf'
  readonly texts: ReadonlyMap<string, string>
  readonly fromDir: string
}

function withoutEmpty(texts: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const kept = new Map<string, string>()
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && text.trim() !== '') kept.set(name, text.trim())
  }
  return kept
}

function ours(env: SourcesInput['env']): Map<string, string> {
  return new Map([...withoutEmpty(env)].filter(([name]) => name.startsWith('SVC_')))
}

/** Returns the path of the svc.conf to read, as the value of SVC_CONFIG. */
function findConfFile(input: SourcesInput): Given | undefined {
  const fromDir = input.workingDir
  const named = withoutEmpty(input.env).get(settings.configFile.name)
  const absolute = (file: string) => path.parse(file, fromDir) ?? file
  if (input.configFile) return { text: absolute(input.configFile), origin: 'flag', fromDir }
  if (named) return { text: absolute(named), origin: 'environment', fromDir }
  const standard = input.confFileDefault
  if (standard === undefined || !existsSync(standard)) return undefined
  return { text: standard, origin: 'default', fromDir }
}

function confLayer(file: string, problems: SettingProblem[]): Layer {
  const content = readText(file)
  // A named file that cannot be read is reported by the kind of SVC_CONFIG.
  const { values, faults } = parseConfFile(content ?? '')
  for (const { line, message } of faults) {
    problems.push({ name: `${basename(file)}:${line}`, message })
  }
  const texts = withoutEmpty(Object.fromEntries(values))
  const secret = settingRows.find((row) => row.secret && texts.has(row.name))
  if (secret && isOpenToEveryone(file)) {
    const message = `every user of this machine can read it in ${file}. Run: chmod 640 ${file}`
    problems.push({ name: secret.name, message })
  }
  return { origin: 'conf', texts, fromDir: dirname(file) }
}

function faultsOfNames(layer: Layer): SettingProblem[] {
  const problems: SettingProblem[] = []
  for (const name of layer.texts.keys()) {
    const row = settingRows.find((row) => row.name === name)
    const message = row ? misplaced(row, layer) : unknown(name)
    if (message !== undefined) problems.push({ name, message })
  }
  return problems
}

function misplaced(row: ListedSetting, layer: Layer): string | undefined {
  if (row.secret && layer.origin === 'flag') {
    return 'must not be a flag: other users of this machine could read it'
  }
  if (row.name === settings.configFile.name && layer.origin === 'conf') {
    return 'names this very file; set it with --config or in the environment'
  }
  if (row.secret && layer.texts.has(`${row.name}_FILE`)) {
    return `and ${row.name}_FILE are both set; keep one of them`
  }
  return undefined
}

function unknown(name: string): string | undefined {
  const direct = settingRows.find((row) => name === `${row.name}_FILE`)
  if (direct?.secret) return undefined
  if (direct) return `is not a setting: only a secret can be given as a file. Set ${direct.name}`
  const close = nearestName(name)
  return close ? `is not a setting; did you mean ${close}?` : 'is not a setting'
}

function findIn(
  layers: readonly Layer[],
  row: ListedSetting,
  problems: SettingProblem[],
): Given | undefined {
  for (const { origin, texts, fromDir } of layers) {
    const text = texts.get(row.name)
    if (text !== undefined) return { text, origin, fromDir }
    const file = row.secret && texts.get(`${row.name}_FILE`)
    if (file) return readSecret(row.name, file, fromDir, problems)
  }
  return undefined
}

/** Does not quote the value, because an operator may have put the secret itself there. */
const unreadableSecret =
  'names a file that cannot be read; the value is the path of a file that holds the secret'

function readSecret(
  name: string,
  file: string,
  fromDir: string,
  problems: SettingProblem[],
): Given | undefined {
  const place = path.parse(file, fromDir) ?? file
  const text = readText(place)?.trim()
  const fault = text === undefined ? unreadableSecret : faultOfSecretFile(place, text)
  if (fault !== undefined) problems.push({ name: `${name}_FILE`, message: fault })
  return text ? { text, origin: 'file', fromDir } : undefined
}

function faultOfSecretFile(file: string, text: string): string | undefined {
  if (text === '') return `${file} is empty`
  return isOpenToEveryone(file)
    ? `every user of this machine can read ${file}. Run: chmod 640 ${file}`
    : undefined
}

/** Returns the setting that a mistyped name probably means: up to two letters, or a third of them, may differ. */
function nearestName(name: string): string | undefined {
  const distanceMax = Math.max(2, Math.floor((name.length - 'SVC_'.length) / 3))
  return settingRows
    .map((row) => ({ name: row.name, distance: editDistance(name, row.name, distanceMax) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((left, right) => left.distance - right.distance)[0]?.name
}
