// Checks of who may enter: number of administrators and of reviewers, second factors, and API keys that nobody ends or
// uses; and of exports of persons' data that nobody has deleted.

import { listLateExports } from '../../erasure/export-list-view.ts'
import { dayMs } from '../../kernel/durations.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import { needsSecondPerson } from '../../reviews/four-eyes-policy.ts'
import {
  type AdministratorFacts,
  countReviewers,
  type LiveKeyFacts,
  listAdministrators,
  listLiveKeys,
} from '../access-view.ts'
import { type TablesScene, withSettings, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, warning, well } from '../outcome.ts'

export const accessChecks = {
  administrators: withTables(async ({ db }) =>
    judgeAdministrators(await listAdministrators(db.reader)),
  ),
  reviewers: withTables(async ({ db, config }) =>
    judgeReviewers(await countReviewers(db.reader), {
      isProvider: [config.liveProvider, config.providerFallback].includes(localProvider),
      needsTwo: needsSecondPerson(config.reviews.fourEyes, 'approved'),
    }),
  ),
  second_factors: withTables(async ({ db }) =>
    judgeSecondFactors(await listAdministrators(db.reader)),
  ),
  second_factor: withSettings(({ config: { users } }) =>
    judgeSecondFactorRule(users.secondFactorRequired),
  ),
  keys_without_expiry: withTables(async (scene) => judgeExpiries(await liveKeys(scene))),
  unused_keys: withTables(async (scene) => judgeUse(await liveKeys(scene), scene.clock.now())),
  subject_exports: withTables(async ({ db, clock }) =>
    judgeExports(await listLateExports(db.reader, clock.now())),
  ),
}

async function liveKeys({ db, clock }: TablesScene): Promise<readonly LiveKeyFacts[]> {
  return listLiveKeys(db.reader, clock.now())
}

/** One administrator who loses the second factor locks everybody out. */
export function judgeAdministrators(administrators: readonly AdministratorFacts[]): DoctorOutcome {
  const count = administrators.length
  if (count === 0) return warning('none')
  return count === 1 ? warning('one') : well({ values: { count } })
}

/**
 * @param staff whether staff decide verifications, always or while the provider is unreachable; and whether an approval
 * needs two persons
 */
export function judgeReviewers(
  count: number,
  staff: { readonly isProvider: boolean; readonly needsTwo: boolean },
): DoctorOutcome {
  if (count === 0) return staff.isProvider ? failed('nobody_decides') : warning('none')
  return count === 1 && staff.needsTwo ? warning('one') : well({ values: { count } })
}

export function judgeSecondFactors(administrators: readonly AdministratorFacts[]): DoctorOutcome {
  const items = administrators.filter((one) => !one.hasSecondFactor).map(({ id }) => id)
  if (items.length === 0) return well()
  return warning('without', { values: { count: items.length }, items })
}

export function judgeSecondFactorRule(isRequired: boolean): DoctorOutcome {
  return isRequired ? well() : warning('optional')
}

export function judgeExpiries(keys: readonly LiveKeyFacts[]): DoctorOutcome {
  const items = keys.filter(({ expiresAt }) => expiresAt === undefined).map(({ id }) => id)
  return items.length === 0
    ? well()
    : warning('without', { values: { count: items.length }, items })
}

const unusedMsMax = 90 * dayMs

export function judgeUse(keys: readonly LiveKeyFacts[], nowMs: number): DoctorOutcome {
  const items = keys
    .filter(({ lastUsedAt, createdAt }) => nowMs - (lastUsedAt ?? createdAt) > unusedMsMax)
    .map(({ id }) => id)
  return items.length === 0 ? well() : warning('unused', { values: { count: items.length }, items })
}

/** @param late ids of exports that should be deleted by now */
export function judgeExports(late: readonly string[]): DoctorOutcome {
  if (late.length === 0) return well()
  return warning('late', { values: { count: late.length }, items: late })
}
