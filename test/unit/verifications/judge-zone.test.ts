import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneFindings, zoneRefusal } from '../../../server/verifications/zone/judge-zone.ts'
import { foundZone, type ZoneReading } from '../../../server/verifications/zone/zone-reading.ts'

/** Of a passport whose last day is 20 November 2025. */
const lines = [
  'P<MARTESTOU<<AWA<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  'A10023<<<2MAR9102033F2511203<<<<<<<<<<<<<<<8',
]

function zoneReadAt(instant: string): ZoneReading {
  const readAt = Date.parse(instant)
  const at = { x: 0, y: 0 }
  const corners = { topLeft: at, topRight: at, bottomRight: at, bottomLeft: at }
  const found = foundZone({ side: 'front', corners, lines, confidence: 1 }, readAt)
  assert.equal(found.document?.expiryDate, '2025-11-20')
  return { outcome: 'valid', found, readAt }
}

function judge(country: string, instant: string) {
  const zone = zoneReadAt(instant)
  const findings = zoneFindings(zone, { country, idType: 'passport' }, ['front'])
  return [...findings.map(({ code }) => code), ...zoneRefusal(zone, { country, claims: {} })]
}

test('a zone expires with its last day, by the date in the country of the document', () => {
  const lastHour = '2025-11-20T23:30:00Z'
  assert.deepEqual(judge('SN', lastHour), [])
  assert.deepEqual(judge('MA', '2025-11-20T22:59:59Z'), [])
  assert.deepEqual(judge('MA', lastHour), ['mrz_expired', 'document_expired'])
  assert.deepEqual(judge('SN', '2025-11-21T00:00:00Z'), ['mrz_expired', 'document_expired'])
})
