// What an erasure overtakes between its read and its commit keeps and shows nothing of the person.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { makeCaseFile } from '../../../server/console-api/verifications/case-file/make-case-file.ts'
import { exportSubject } from '../../../server/erasure/export-subject.ts'
import { getScore } from '../../../server/verifications/get-score.ts'
import { findVerification } from '../../../server/verifications/verification-view.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { eraseNow } from '../../support/erasure.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { usageRows } from '../../support/usage-rows.ts'

const app = openedBefore(() => startAppliance())

async function submitted(): Promise<{ readonly id: string }> {
  const { data } = await verifyInSandbox(app, { score_requested: true })
  return { id: String(data.id) }
}

/** An appliance whose first transaction finds the verification erased since it was read. */
function overtakenBy(id: string): typeof app.appliance {
  const { appliance } = app
  const write: typeof appliance.db.write = async (work, kind) => {
    await eraseNow(app, id)
    return appliance.db.write(work, kind)
  }
  return { ...appliance, db: { ...appliance.db, write } }
}

test('a verification gives its score to no request that its erasure overtook, and keeps no response', async () => {
  const { id } = await submitted()
  const overtaken = overtakenBy(id)
  const metered = usageRows(app, id)
  const apiKey = { id: 'key_00000000000000000000000000', environment: 'sandbox' } as const
  const { signal } = new AbortController()
  const retrieval = { verificationId: id, requestId: 'req_1', apiKey, signal }
  const saved: unknown[] = []
  const getting = getScore(overtaken, retrieval, async (_trx, score) => void saved.push(score))
  await assert.rejects(getting, { code: 'not_found' })
  assert.deepEqual(saved, [])
  assert.deepEqual(usageRows(app, id), metered)
})

test('a verification is in no export and no case file that its erasure overtook', async (t) => {
  const { id } = await submitted()
  const folder = join(tempFolder(t), 'export')
  const exporting = exportSubject(overtakenBy(id), fromCommandLine, {
    verificationId: id,
    folder,
  })
  await assert.rejects(exporting, { code: 'not_found' })
  assert.equal(existsSync(folder), false)
  const printed = await submitted()
  const verification = await findVerification(app.appliance.db.reader, printed.id)
  const needs = {
    ...app.appliance,
    async printCaseFile() {
      await eraseNow(app, printed.id)
      return Buffer.from('%PDF-')
    },
  }
  const making = makeCaseFile(needs, {
    verification: verification ?? assert.fail(),
    by: fromCommandLine,
    reason: 'audit',
    language: 'en',
    madeBy: 'Awa',
    signal: new AbortController().signal,
  })
  await assert.rejects(making, { code: 'not_found' })
})
