import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { verdictOfSystemError } from '../../../cli/system-verdicts.ts'

const unit = readFileSync(new URL('../../../cli/systemd-unit.ts', import.meta.url), 'utf8')

test('the unit starts the server again after an error of the disk, which may be over in a moment', () => {
  const [, statuses = ''] = /^RestartPreventExitStatus=(.*)$/m.exec(unit) ?? []
  const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
  const verdict = verdictOfSystemError(error)
  assert.equal(verdict?.code, 'disk_failed')
  assert.equal(statuses.split(' ').includes('6'), true)
  assert.equal(statuses.split(' ').includes(String(verdict.status)), false)
})

test('a taken port names the setting of the listener that met it', () => {
  const taken = (port: number, more = {}) =>
    Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port, ...more })
  const advice = (error: Error) => verdictOfSystemError(error)?.advice ?? ''
  assert.match(advice(taken(8080)), /SVC_PORT=8090 .* svc serve --port 8090 otherwise/)
  const ofSupervisors = advice(taken(8081, { setting: 'SVC_OPS_PORT' }))
  assert.match(ofSupervisors, /SVC_OPS_PORT=8091 \(0: none\)/)
  assert.doesNotMatch(ofSupervisors, /SVC_PORT|--port/)
})

test('a full database names the disk that lacks room', () => {
  for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']) {
    const error = Object.assign(new Error('database or disk is full'), { code })
    assert.equal(verdictOfSystemError(error)?.code, 'disk_full')
    assert.match(
      verdictOfSystemError(error)?.advice ?? '',
      /Make room on the disk of the data folder/,
    )
  }
})
