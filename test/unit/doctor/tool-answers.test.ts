import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChrony, parseTimesyncd } from '../../../server/doctor/clock-offset.ts'
import { parseExposure, unitOf } from '../../../server/doctor/unit-exposure.ts'

const chronyLine = (offset: string, leap: string) =>
  `C0A80101,192.168.1.1,3,1732233600.1,${offset},0.0001,0.0002,-1.2,0.01,0.02,0.03,0.04,64.0,${leap}\n`

test('chrony tells the offset in seconds, either way, and whether it trusts a source', () => {
  const measured = (offsetMs: number) => ({ kind: 'measured', service: 'chrony', offsetMs })
  assert.deepEqual(parseChrony(chronyLine('-0.025', 'Normal')), measured(25))
  assert.deepEqual(parseChrony(chronyLine('2.5', 'Normal')), measured(2_500))
  assert.deepEqual(parseChrony(chronyLine('0.0', 'Not synchronised')), {
    kind: 'not_synchronised',
    service: 'chrony',
  })
  assert.equal(parseChrony('506 Cannot talk to daemon\n'), undefined)
})

test('timesyncd tells the offset with units, and nothing before a server has answered', () => {
  const offsetOf = (text: string) => {
    const offset = parseTimesyncd(`       Server: 10.0.0.1 (ntp.bank.example)\n${text}`)
    return offset?.kind === 'measured' ? Math.round(offset.offsetMs * 1000) / 1000 : offset?.kind
  }
  assert.equal(offsetOf('       Offset: -1.234ms\n'), 1.234)
  assert.equal(offsetOf('       Offset: +980us\n'), 0.98)
  assert.equal(offsetOf('       Offset: +1min 2.5s\n'), 62_500)
  assert.equal(offsetOf('Packet count: 0\n'), 'not_synchronised')
  assert.equal(parseTimesyncd('Failed to query server'), undefined)
})

test('the unit is read from the control group, and its exposure from the last line', () => {
  assert.equal(unitOf('/system.slice/svc.service'), 'svc.service')
  assert.equal(unitOf('/user.slice/user-0.slice/session-1.scope'), undefined)
  const answer = '→ Overall exposure level for svc.service: 1.2 OK :-)\n'
  assert.equal(parseExposure(answer), 1.2)
  assert.equal(parseExposure('Unit svc.service not found.'), undefined)
})
