import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ar from '../../../data/reference/checks/ar.json' with { type: 'json' }
import type { CheckTexts } from '../../../server/doctor/check-text.ts'
import { checkWords } from '../../support/check-words.ts'

const languages: Readonly<Record<string, CheckTexts>> = { ...checkWords, ar }

/** Findings that a command mends, or whose cause it shows, and that command. */
const commandOf = {
  'administrators one': 'svc users invite',
  'reviewers none': 'svc users invite',
  'reviewers one': 'svc users invite',
  'reviewers nobody_decides': 'svc users invite',
  'database_file damaged': 'svc restore',
  'integrity damaged': 'svc restore',
  'integrity not_made': 'svc restore',
  'damaged_tables damaged': 'svc restore',
  'schema empty': 'svc help backup',
  'schema newer': 'svc help upgrade',
  'schema differs': 'svc help backup',
  'master_key unreadable': 'svc help encryption-keys',
  'master_key differs': 'svc help encryption-keys',
  'data_keys not_opened': 'svc help encryption-keys',
  'backup_age never': 'svc backup create',
  'backup_age late': 'svc backup create',
  'backup_age missing': 'svc backup create',
  'audit_copy lags': 'svc config check --connect',
  'audit_copy stops': 'svc config check --connect',
  'webhooks all_failing': 'svc webhooks deliveries',
  'image_store down': 'svc config check --connect',
  'certificate_expiry expired': 'systemctl reload svc',
  'certificate_expiry expires_now': 'systemctl reload svc',
  'certificate_match other_host': 'systemctl reload svc',
  'certificate_chain expired': 'systemctl reload svc',
  'user root': 'svc help install',
}

describe('the advice of a finding names the command, in every language', () => {
  for (const [finding, command] of Object.entries(commandOf)) {
    test(`${finding}: ${command}`, () => {
      for (const [language, { checks }] of Object.entries(languages)) {
        const [name = '', code = ''] = finding.split(' ')
        const advice = Object.entries(checks).find(([one]) => one === name)?.[1].findings[code]
          ?.advice
        assert.ok(advice?.includes(command), `${language}: ${advice}`)
      }
    })
  }
})
