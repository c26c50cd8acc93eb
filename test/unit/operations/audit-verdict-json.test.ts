import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainFaultKind } from '../../../server/audit/chain-verdict.ts'
import type { RowFault } from '../../../server/operations/audit-check/audit-verdict.ts'
import { auditVerdictJson } from '../../../server/operations/audit-check/audit-verdict-json.ts'

const chainKinds: Readonly<Record<ChainFaultKind, string | undefined>> = {
  edited: 'aud_1',
  inserted: 'aud_2',
  deleted: 'aud_3',
  reordered: 'aud_4',
  cut: undefined,
  rewritten: 'aud_6',
}

const rowFaults: readonly RowFault[] = [
  { kind: 'differs', subject: { kind: 'verification', id: 'ver_1' }, parts: ['outcome', 'score'] },
  { kind: 'missing', subject: { kind: 'review', id: 'rev_1' }, parts: [] },
  { kind: 'unexplained', subject: { kind: 'verification', id: 'ver_2' }, parts: [] },
]

test('the verdict on the audit log is sent with each kind of fault, and with nothing else', () => {
  const verdict = {
    isIntact: false,
    entries: 17,
    head: { sequence: 17, hash: 'ab', ofTheDomain: 1 },
    isHeadCompared: true,
    faults: Object.entries(chainKinds).map(([kind, id], index) => ({
      kind: kind as ChainFaultKind,
      sequence: index + 1,
      id,
    })),
    rowFaults: rowFaults.map((fault) => ({
      ...fault,
      subject: { ...fault.subject, ofTheDomain: 1 },
      ofTheDomain: 1,
    })),
    rows: { verifications: 9, reviews: 2, ofTheDomain: 1 },
  }
  assert.deepEqual(auditVerdictJson(verdict), {
    intact: false,
    entries: 17,
    head: { sequence: 17, hash: 'ab' },
    head_compared: true,
    faults: [
      { kind: 'edited', sequence: 1, id: 'aud_1' },
      { kind: 'inserted', sequence: 2, id: 'aud_2' },
      { kind: 'deleted', sequence: 3, id: 'aud_3' },
      { kind: 'reordered', sequence: 4, id: 'aud_4' },
      { kind: 'cut', sequence: 5, id: null },
      { kind: 'rewritten', sequence: 6, id: 'aud_6' },
    ],
    compared: { verifications: 9, reviews: 2 },
    row_faults: [
      {
        kind: 'differs',
        subject: { kind: 'verification', id: 'ver_1' },
        parts: ['outcome', 'score'],
      },
      { kind: 'missing', subject: { kind: 'review', id: 'rev_1' }, parts: [] },
      { kind: 'unexplained', subject: { kind: 'verification', id: 'ver_2' }, parts: [] },
    ],
  })
})
