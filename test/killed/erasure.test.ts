import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fromSystem } from '../../server/audit/audit.ts'
import { finishErasures } from '../../server/erasure/finish-erasures.ts'
import { readCertificate } from '../../server/erasure/read-certificate.ts'
import { runRetention } from '../../server/erasure/run-retention.ts'
import { verifyAudit } from '../../server/operations/audit-check/verify-audit.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { startProgram } from '../support/child-program.ts'
import { dayMs, eraseNow, filesOf, filesWith } from '../support/erasure.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../support/scenes/work-scene.ts'

const settings = { SVC_RETENTION_SANDBOX: '30d', SVC_REVIEW_SAMPLE: '0' }
const reference = 'planted-reference-5512'

/** Runs the program on the scene's folder beside its server, and kills it when it says that it stopped. */
async function killAt(t: TestContext, scene: WorkScene, stop: string, id = ''): Promise<void> {
  const { config } = scene.appliance
  const args = [
    stop,
    String(scene.clock.now()),
    id,
    `SVC_DATA_DIR=${config.dataDir}`,
    `SVC_MASTER_KEY_FILE=${config.masterKeyFile}`,
    'SVC_RETENTION_SANDBOX=30d',
  ]
  const program = startProgram(t, new URL('erase-program.ts', import.meta.url), args)
  const line = await program.nextLine()
  program.kill('SIGKILL')
  const { errors } = await program.ended
  assert.equal(line, 'stopped', errors)
}

/** A declined verification with images whose review is decided. */
async function applicant(scene: WorkScene): Promise<string> {
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  await scene.awa.post(`/reviews/${review}/decide`, confirm)
  const row = await scene.appliance.db.reader
    .selectFrom('reviews')
    .select('verification_id')
    .where('id', '=', review)
    .executeTakeFirstOrThrow()
  return row.verification_id
}

const imageFiles = (scene: WorkScene) =>
  [...filesOf(scene).keys()].filter((file) => /\/images\//.test(file))

test('an erasure that is killed before its commit has not happened, and can be done again', async (t) => {
  const scene = await startWork(t, { settings })
  const { appliance } = scene
  const { data } = await verifyInSandbox(scene, { external_ref: reference })
  const id = String(data.id)
  await killAt(t, scene, 'transaction', id)
  await assert.rejects(readCertificate(appliance.db.reader, id))
  assert.ok(filesWith(scene, [reference]).length > 0)
  await eraseNow(scene, id)
  assert.deepEqual(filesWith(scene, [reference]), [])
  assert.equal((await verifyAudit(appliance)).isIntact, true)
})

test('an erasure that is killed after its commit is finished by the next process', async (t) => {
  const scene = await startWork(t, { settings })
  const { appliance } = scene
  const id = await applicant(scene)
  const files = imageFiles(scene).length
  assert.ok(files >= 2)
  await killAt(t, scene, 'files', id)
  assert.equal(imageFiles(scene).length, files, 'killed before the files were removed')
  await assert.rejects(readCertificate(appliance.db.reader, id), /being finished/)
  assert.equal(await finishErasures(appliance), 1)
  assert.equal(imageFiles(scene).length, 0)
  await readCertificate(appliance.db.reader, id)
  assert.equal((await verifyAudit(appliance)).isIntact, true)
})

test('a retention run that is killed goes on where it stopped, and erases nothing twice (long)', async (t) => {
  const scene = await startWork(t, { settings })
  const { appliance, clock } = scene
  const count = 50
  for (let one = 0; one < count; one += 1) {
    await verifyInSandbox(scene, { external_ref: `${reference}-${one}` })
  }
  clock.advance(31 * dayMs)
  await killAt(t, scene, 'run')
  const run = () => runRetention(appliance, { by: fromSystem, isDryRun: false })
  await assert.rejects(run(), /Another process/, 'the lease of the killed process still runs')
  clock.advance(60_001)
  const { erased } = await run()
  assert.ok(erased > 0 && erased < count, `${erased} of ${count} after the kill`)
  const ledger = await appliance.db.reader
    .selectFrom('erasures')
    .select('verification_id')
    .execute()
  assert.equal(ledger.length, count)
  for (const { verification_id: id } of ledger) await readCertificate(appliance.db.reader, id)
  assert.deepEqual(filesWith(scene, [reference]), [])
  assert.equal((await verifyAudit(appliance)).isIntact, true)
})
