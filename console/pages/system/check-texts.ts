// Text keys of the checks by name and state; states that a check never has are missing.

import type { SystemJson } from '../../../server/console-api/system/system-json.ts'

type Check = SystemJson['checks'][number]

const texts = {
  disk: {
    well: 'checks.disk.well',
    attention: 'checks.disk.attention',
    down: 'checks.disk.down',
  },
  images: {
    well: 'checks.images.well',
    attention: 'checks.images.attention',
    down: 'checks.images.down',
  },
  jobs: {
    well: 'checks.jobs.well',
    attention: 'checks.jobs.attention',
    down: 'checks.jobs.down',
  },
  provider: {
    well: 'checks.provider.well',
    attention: 'checks.provider.attention',
    down: 'checks.provider.down',
    not_set_up: 'checks.provider.not_set_up',
  },
  scoring: {
    well: 'checks.scoring.well',
    attention: 'checks.scoring.attention',
    down: 'checks.scoring.down',
    not_set_up: 'checks.scoring.not_set_up',
  },
  webhooks: {
    well: 'checks.webhooks.well',
    attention: 'checks.webhooks.attention',
    down: 'checks.webhooks.down',
    not_set_up: 'checks.webhooks.not_set_up',
  },
  usage: { well: 'checks.usage.well', attention: 'checks.usage.attention' },
  schedule: { well: 'checks.schedule.well', attention: 'checks.schedule.attention' },
  transport: { well: 'checks.transport.well', attention: 'checks.transport.attention' },
  second_factor: {
    well: 'checks.second_factor.well',
    attention: 'checks.second_factor.attention',
  },
  audit_copy: {
    well: 'checks.audit_copy.well',
    attention: 'checks.audit_copy.attention',
    down: 'checks.audit_copy.down',
    not_set_up: 'checks.audit_copy.not_set_up',
  },
  backups: { not_set_up: 'checks.backups.not_set_up' },
} as const satisfies Readonly<Record<Check['name'], Partial<Record<Check['state'], string>>>>

type ValueOf<Of> = Of[keyof Of]
type CheckText = { [Name in Check['name']]: ValueOf<(typeof texts)[Name]> }[Check['name']]

export function checkText({ name, state }: Pick<Check, 'name' | 'state'>): CheckText | undefined {
  const byState: Partial<Record<Check['state'], CheckText>> = texts[name]
  return byState[state]
}
