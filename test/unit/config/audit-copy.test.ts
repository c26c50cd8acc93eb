import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { load, problemsOf, remove } = openSettingsFolder()
after(remove)

test('the copy of the audit log has its own file, and stops nothing before its lag is reported', () => {
  assert.equal(load({}).config.auditCopy, undefined)
  const SVC_AUDIT_COPY_FILE = '/srv/audit/copy'
  const file = SVC_AUDIT_COPY_FILE
  const usual = { file, lagMaxMs: 600_000, lagStopMs: undefined }
  assert.deepEqual(load({ SVC_AUDIT_COPY_FILE }).config.auditCopy, usual)
  const stopping = { SVC_AUDIT_COPY_FILE, SVC_AUDIT_LAG_STOP: '10m' }
  assert.deepEqual(load(stopping).config.auditCopy, { ...usual, lagStopMs: 600_000 })
  const alone = problemsOf({ SVC_AUDIT_LAG_STOP: '10m' })
  assertProblem(alone, /^SVC_AUDIT_COPY_FILE must be set too, because SVC_AUDIT_LAG_STOP is/)
  const sooner = problemsOf({ ...stopping, SVC_AUDIT_LAG_STOP: '9m' })
  assertProblem(sooner, /^SVC_AUDIT_LAG_STOP must be at least SVC_AUDIT_LAG_MAX/)
  const same = problemsOf({ SVC_AUDIT_COPY_FILE, SVC_AUDIT_HEAD_FILE: file })
  assertProblem(same, /^SVC_AUDIT_COPY_FILE must be another file than SVC_AUDIT_HEAD_FILE/)
})
