// Long: draws the images of forty verifications.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DetailName,
  detailNames,
  placeOfCode,
} from '../../../console/pages/audit/detail-words.ts'
import { type Language, languages } from '../../../console/words/languages.ts'
import { readTexts } from '../../../console/words-plugin.ts'
import { parseWebhookChange } from '../../../server/api/webhooks/webhook-input.ts'
import { approvalKindNames } from '../../../server/approvals/approval.ts'
import { type AuditAction, auditActions } from '../../../server/audit/audit.ts'
import { auditDetails } from '../../../server/audit/audit-details.ts'
import { listStoredEntries } from '../../../server/audit/audit-view.ts'
import { documentLanguages } from '../../../server/console-api/printing/language.ts'
import { accessReasons } from '../../../server/console-api/verifications/access-reason.ts'
import type { TargetPolicy } from '../../../server/egress/target-policy.ts'
import { imageSizes } from '../../../server/images/show-image.ts'
import { csvSeparators } from '../../../server/kernel/csv-separator.ts'
import { keyStates } from '../../../server/keys/key.ts'
import { unavailableReasons } from '../../../server/providers/provider.ts'
import {
  findingCodes,
  noteAudiences,
  outcomeReasons,
  rejectionReasons,
  reviewCauses,
} from '../../../server/reviews/review.ts'
import { isPermission, roles } from '../../../server/users/role.ts'
import { placeTraits } from '../../../server/users/sign-in/sign-in-place.ts'
import { reviewOutcomes } from '../../../server/verifications/review-summary.ts'
import { verificationStatuses } from '../../../server/verifications/verification.ts'
import { demoSettings, openSeeded, placeSeeded } from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const texts = { en: readTexts('en'), fr: readTexts('fr'), ar: readTexts('ar') }

/** Every code that the server writes into a detail, by what was done where that decides. */
const codes: readonly (readonly [AuditAction, DetailName, readonly string[]])[] = [
  ['user.role_changed', 'role', roles],
  ['user.role_changed', 'previous_role', roles],
  ['user.signed_in', 'factor', ['password', 'totp', 'passkey', 'recovery_code']],
  ['user.signed_in', 'unusual', placeTraits],
  ['user.signed_in', 'reason', ['wrong_password', 'invited_account', 'disabled_account']],
  ['user.sign_in_refused', 'reason', ['unknown_account', 'rate_limited']],
  ['user.link_refused', 'reason', ['bad_link', 'rate_limited']],
  [
    'console.refused',
    'reason',
    ['cross_site_request', 'rate_limited', 'other_host', 'network_not_allowed'],
  ],
  [
    'api.refused',
    'reason',
    [
      ...['no_key', 'malformed_key', 'unknown_key', 'unexplained_key'],
      ...keyStates.map((state) => `${state}_key`),
      ...['missing_scope', 'wrong_environment', 'address_not_allowed', 'rate_limited'],
      'other_host',
    ],
  ],
  ['verification.completed', 'decision', verificationStatuses],
  ['verification.personal_details_viewed', 'reason', accessReasons],
  ['verification.exported', 'reason', accessReasons],
  ['verification.exported', 'format', ['csv', 'pdf']],
  ['verification.exported', 'separator', csvSeparators],
  ['verification.exported', 'language', documentLanguages],
  ['verification.images_viewed', 'image', ['front', 'back', 'selfie']],
  ['verification.images_viewed', 'size', imageSizes],
  ['verification.reviewed', 'decision', reviewOutcomes],
  ['review.proposed', 'decision', reviewOutcomes],
  ['verification.reviewed', 'reason', Object.values(outcomeReasons).flat()],
  ['review.rejected', 'reason', rejectionReasons],
  ['review.opened', 'reason', reviewCauses],
  ['review.noted', 'reason', noteAudiences],
  ['review.finding_added', 'reason', findingCodes],
  ['key.created', 'environment', ['live', 'sandbox']],
  ['key.created', 'approval', ['waits', 'nobody_else', 'off']],
  ['key.refused', 'reason', ['refused', 'withdrawn', 'expired']],
  ['approval.requested', 'approval_kind', approvalKindNames],
  ['webhook.updated', 'changed', changeableFields()],
  [
    'backup.failed',
    'reason',
    [
      ...['not_set_up', 'recipient_unusable', 'database_damaged', 'not_decryptable'],
      ...['target_unreachable', 'target_unusable', 'place_missing', 'place_unmarked'],
      ...['other_copy', 'other_installation', 'disk_full', 'disk_low', 'interrupted'],
    ],
  ],
  [
    'job.run_now',
    'reason',
    [
      ...unavailableReasons,
      ...['submitted', 'processing', 'provisional', 'provider_credentials_refused'],
      ...['internal_error', 'stopping', 'interrupted'],
    ],
  ],
]

for (const language of languages) {
  describe(`the audit log in ${language}`, () => {
    test('every action has words', () => {
      for (const action of auditActions) assert.ok(textAt(language, 'audit', `action.${action}`))
    })

    test('every detail that can be written is shown under a name', () => {
      assert.deepEqual([...detailNames].sort(), Object.keys(auditDetails.shape).sort())
      for (const name of detailNames) {
        if (name !== 'result_id') assert.ok(textAt(language, 'audit', `detail.${name}`), name)
      }
    })

    test('every code in a detail has words', () => {
      for (const [action, name, all] of codes)
        for (const code of all) assert.ok(wordOf(language, action, name, code), `${name} ${code}`)
    })
  })
}

test('nothing that the demo wrote into its log is shown as a code', async (t) => {
  const dataDir = tempFolder(t)
  await placeSeeded(dataDir)
  const { db, close } = await openSeeded(demoSettings(dataDir))
  t.after(close)
  const kept = await listStoredEntries(db.reader, {}, { after: 0, limit: 1_000 })
  assert.ok(kept.length > 10)
  const wordless = kept.flatMap(({ entry }) =>
    entry === undefined
      ? []
      : detailNames.flatMap((name) =>
          codesIn(asTheyAre.includes(name) ? undefined : entry.details[name])
            .filter((code) => !wordOf('fr', entry.action, name, code))
            .map((code) => `${entry.action} ${name} ${code}`),
        ),
  )
  assert.deepEqual(wordless, [])
})

/** Named in the log, on the page of the keys and in the interface alike. */
const asTheyAre: readonly DetailName[] = ['scopes', 'allowed_cidrs']

/** Ids and digests are shown as what they are. */
function codesIn(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter(
    (one) => typeof one === 'string' && !/^[a-z]{2,5}_[0-9a-z]{26}$|^[0-9a-f]{64}$/.test(one),
  )
}

function wordOf(language: Language, action: AuditAction, name: DetailName, code: string) {
  if (name === 'permission' && isPermission(code)) return code
  const place = placeOfCode(action, name, code)
  return place && textAt(language, place.feature, place.key)
}

function textAt(language: Language, feature: string, key: string): string | undefined {
  let found: unknown = texts[language][feature]
  for (const part of key.split('.')) found = Object(found)[part]
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** As the change of a webhook names them. */
function changeableFields(): readonly string[] {
  const policy = {
    judge: () => 'allowed',
    isPortForbidden: () => false,
    plainHttp: 'nowhere',
    isPlainHttpByName: false,
  } satisfies TargetPolicy
  const change = {
    url: 'https://hooks.bank.example/svc',
    events: ['verification.completed'],
    description: 'letters',
    active: false,
    timestamp_mode: 'event',
    client_certificate: {},
  }
  return Object.keys(parseWebhookChange(change, { policy, nowMs: 0 }))
}
