// What the flow tests of scoring share: an appliance over an engine of the test's, a live verification
// that asks for a score, and what came of it.

import type { TestContext } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { type DeliveryScene, openDeliveryScene } from '../../support/scenes/delivery-scene.ts'
import { type TestEngine, testEngine } from '../../support/score.ts'
import { usageRows } from '../../support/usage-rows.ts'

export interface ScoreScene extends DeliveryScene {
  readonly engine: TestEngine
  /** Submits to the live form, with a score asked for; the id. */
  submit(fields?: Readonly<Record<string, string>>): Promise<string>
  /** Types of what was metered, in order. */
  metered(id: string): readonly string[]
  /** Runs one statement on the database, as somebody from outside. */
  exec(sql: string): void
}

export async function openScoreScene(t: TestContext): Promise<ScoreScene> {
  const engine = testEngine()
  const scene = await openDeliveryScene(t, { scoring: engine })
  const { app } = scene
  return {
    ...scene,
    engine,
    async submit(fields = {}) {
      const body = specimenForm({ ...claimed, score_requested: 'true', ...fields })
      const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
      return String(data.id)
    },
    metered: (id) =>
      usageRows(app, id)
        .map(({ type }) => type)
        .toSorted(),
    exec(sql) {
      const raw = openConnection(databaseFile(app.appliance.config))
      raw.exec(sql)
      raw.close()
    },
  }
}

export const skippedMetadata = { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }
