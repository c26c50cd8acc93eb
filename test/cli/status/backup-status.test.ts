import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBackupProblem } from '../../../cli/backup/status-lines.ts'

test('a place that the server alone cannot write is looked at with svc doctor, other failures by trying again', () => {
  const commandOn = (reason: 'target_unusable' | 'disk_full') =>
    describeBackupProblem({
      kind: 'backup_failing',
      lastSuccessAt: undefined,
      failures: 2,
      reason,
    }).command
  assert.equal(commandOn('target_unusable'), 'svc doctor')
  assert.equal(commandOn('disk_full'), 'svc backup create')
})
