// The form of a rule for a combination of settings, and the rules that several settings share.

import type { Profile } from './setting-row.ts'
import { type SettingPath, settings } from './setting-rows.ts'
import type { SettingTree } from './setting-values.ts'

export interface Loaded {
  readonly values: SettingTree
  readonly isGiven: (path: SettingPath) => boolean
}

export interface ConfigRule {
  /** The setting to correct; the message is reported under its name. */
  readonly correct: SettingPath
  /** Other settings that the rule uses. If one of them is invalid, the rule is skipped. */
  readonly with: readonly SettingPath[]
  /** The only profile in which the rule applies. Default: both. */
  readonly profile?: Profile
  readonly isBroken: (loaded: Loaded) => boolean
  readonly message: string
}

/** `correct` must be given if `other` is. */
export function neededBy(correct: SettingPath, other: SettingPath): ConfigRule {
  return {
    correct,
    with: [other],
    isBroken: ({ isGiven }) => isGiven(other) && !isGiven(correct),
    message: `must be set too, because ${settings[other].name} is`,
  }
}

/** Each must be given if the other is. */
export function together(one: SettingPath, other: SettingPath): readonly ConfigRule[] {
  return [neededBy(one, other), neededBy(other, one)]
}

/** `correct` must be given if any of its `parts` is. @param best the way to give a secret */
export function neededByParts(
  correct: SettingPath,
  parts: readonly SettingPath[],
  { of, best = '' }: { readonly of: string; readonly best?: string },
): ConfigRule {
  return {
    correct,
    with: parts.filter((path) => path !== correct),
    isBroken: ({ isGiven }) => !isGiven(correct) && parts.some(isGiven),
    message: `must be set too${best}, because another setting of ${of} is`,
  }
}

/** The master key comes from exactly one place, so that nobody has to guess which one counts. */
export function onlySource(correct: SettingPath, others: readonly SettingPath[]): ConfigRule {
  const names = others.map((path) => settings[path].name).join(' or ')
  return {
    correct,
    with: others,
    isBroken: ({ isGiven }) => isGiven(correct) && others.some(isGiven),
    message: `must not be set together with ${names}: the master key has exactly one source. Leave out all but one`,
  }
}

export function logFileFor(target: 'log.ship.syslog.url' | 'log.ship.webhook.url'): ConfigRule {
  return {
    ...neededBy('log.file.path', target),
    message: `must be set too, because ${settings[target].name} is: the log is shipped from this file, which keeps the lines while the other system is down`,
  }
}

export function unsetInDemo(correct: SettingPath): ConfigRule {
  return {
    correct,
    with: [],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(correct),
    message: 'must not be set in the demo, which is for this machine alone. Leave it out',
  }
}
