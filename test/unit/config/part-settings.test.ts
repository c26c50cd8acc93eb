import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { targetsOf } from '../../../server/operations/second-systems/audit-copy-policy.ts'
import { consoleUrlOf } from '../../../server/settings/console-url.ts'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { fileWith, load, problemsOf, remove } = openSettingsFolder()
after(remove)

test('a face model needs its measurement, and the reading of documents', () => {
  const SVC_FACE_MODEL = fileWith('model')
  const SVC_FACE_MEASUREMENT = fileWith('{}')
  assertProblem(problemsOf({ SVC_FACE_MODEL }), /^SVC_FACE_MEASUREMENT must be set too/)
  assertProblem(problemsOf({ SVC_FACE_MEASUREMENT }), /^SVC_FACE_MODEL must be set too/)
  const both = { SVC_FACE_MODEL, SVC_FACE_MEASUREMENT }
  const unread = problemsOf({ ...both, SVC_DOCUMENT_READING: 'off' })
  assertProblem(unread, /^SVC_DOCUMENT_READING must be warn or enforce/)
  assert.deepEqual(load(both).config.faces, {
    modelFile: SVC_FACE_MODEL,
    measurementFile: SVC_FACE_MEASUREMENT,
  })
  assert.equal(load({}).config.faces, undefined)
})

test('the console’s own name stands beside a public URL of another name, outside the demo', () => {
  const SVC_CONSOLE_HOST = 'console.bank.example'
  const SVC_PUBLIC_URL = 'https://kyc.bank.example'
  assertProblem(problemsOf({ SVC_CONSOLE_HOST }), /^SVC_PUBLIC_URL must be set too/)
  const same = { SVC_PUBLIC_URL, SVC_CONSOLE_HOST: 'KYC.bank.example' }
  assertProblem(problemsOf(same), /^SVC_CONSOLE_HOST must differ from the host/)
  const six = { SVC_PUBLIC_URL: 'https://[fd00::1]:8443', SVC_CONSOLE_HOST: 'fd00::1' }
  assertProblem(problemsOf(six), /^SVC_CONSOLE_HOST must differ from the host/)
  const demo = problemsOf({ SVC_CONSOLE_HOST }, { profile: 'demo' })
  assertProblem(demo, /^SVC_CONSOLE_HOST must not be set in the demo/)
  const { config } = load({ SVC_PUBLIC_URL: `${SVC_PUBLIC_URL}:8443`, SVC_CONSOLE_HOST })
  assert.equal(consoleUrlOf(config), 'https://console.bank.example:8443')
  const addressed = { publicUrl: SVC_PUBLIC_URL, consoleHost: 'fd00::2' }
  assert.equal(consoleUrlOf(addressed), 'https://[fd00::2]')
  assert.equal(consoleUrlOf(load({ SVC_PUBLIC_URL }).config), SVC_PUBLIC_URL)
})

test('the copy of the audit log has its own file, and stops nothing before its lag is reported', () => {
  assert.deepEqual(targetsOf(load({}).config.auditCopy), [])
  const SVC_AUDIT_COPY_FILE = '/srv/audit/copy'
  const file = SVC_AUDIT_COPY_FILE
  const usual = load({ SVC_AUDIT_COPY_FILE }).config.auditCopy
  assert.deepEqual([usual.file, usual.lagMaxMs, usual.lagStopMs], [file, 600_000, undefined])
  assert.deepEqual(targetsOf(usual), ['file'])
  const stopping = { SVC_AUDIT_COPY_FILE, SVC_AUDIT_LAG_STOP: '10m' }
  assert.equal(load(stopping).config.auditCopy.lagStopMs, 600_000)
  const alone = problemsOf({ SVC_AUDIT_LAG_STOP: '10m' })
  assertProblem(
    alone,
    /^SVC_AUDIT_LAG_STOP says when a copy that lags stops verifications, but there is none/,
  )
  const sooner = problemsOf({ ...stopping, SVC_AUDIT_LAG_STOP: '9m' })
  assertProblem(sooner, /^SVC_AUDIT_LAG_STOP must be at least SVC_AUDIT_LAG_MAX/)
  const same = problemsOf({ SVC_AUDIT_COPY_FILE, SVC_AUDIT_HEAD_FILE: file })
  assertProblem(same, /^SVC_AUDIT_COPY_FILE must be another file than SVC_AUDIT_HEAD_FILE/)
})

test('the log is shipped from its file only', () => {
  const SVC_LOG_SYSLOG = 'tls://siem.bank.example:6514'
  assertProblem(
    problemsOf({ SVC_LOG_SYSLOG }),
    /^SVC_LOG_FILE must be set too, because SVC_LOG_SYSLOG is: the log is shipped from this file/,
  )
  const SVC_LOG_FILE = '/var/log/svc/svc.log'
  const { ship } = load({ SVC_LOG_SYSLOG, SVC_LOG_FILE }).config.log
  assert.deepEqual([ship.syslog?.url, ship.webhook], [SVC_LOG_SYSLOG, undefined])
  const SVC_LOG_WEBHOOK_URL = 'https://siem.bank.example/log'
  assertProblem(
    problemsOf({ SVC_LOG_WEBHOOK_URL, SVC_LOG_FILE }),
    /^SVC_LOG_WEBHOOK_SECRET must be set too/,
  )
})

test('a syslog collector is named by tls://, host and port; posts need a secret', () => {
  const url = 'tls://siem.bank.example:6514'
  const { auditCopy } = load({ SVC_AUDIT_SYSLOG: url }).config
  assert.deepEqual([auditCopy.syslog?.url, targetsOf(auditCopy)], [url, ['syslog']])
  for (const SVC_AUDIT_SYSLOG of [
    'siem:6514',
    'tls://siem',
    'tcp://siem:514',
    'tls://a:0',
    'tls://a:1/x',
  ]) {
    assertProblem(problemsOf({ SVC_AUDIT_SYSLOG }), /^SVC_AUDIT_SYSLOG must be tls:\/\//)
  }
  const SVC_AUDIT_WEBHOOK_URL = 'https://siem.bank.example/audit'
  const without = problemsOf({ SVC_AUDIT_WEBHOOK_URL })
  assertProblem(without, /^SVC_AUDIT_WEBHOOK_SECRET must be set too/)
  assertProblem(
    problemsOf({ SVC_AUDIT_WEBHOOK_SECRET: 'x'.repeat(40) }),
    /^SVC_AUDIT_WEBHOOK_URL must be set too/,
  )
})
