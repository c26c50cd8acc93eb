// Makes the checks of `svc doctor` for the System page: the quick ones at each visit, the slow ones on request.

import type { Appliance } from '../../appliance.ts'
import type { JudgeChain } from '../../doctor/chain-judge.ts'
import { doctorChecks, isSlowCheck } from '../../doctor/check-names.ts'
import type { DoctorRun } from '../../doctor/doctor-run.ts'
import type { LiveFacts } from '../../doctor/doctor-scene.ts'
import { type DoctorResult, skipped } from '../../doctor/outcome.ts'
import { selectChecks } from '../../doctor/select-checks.ts'

export interface SystemCheckNeeds extends Appliance {
  readonly doctorRun: DoctorRun
  readonly judgeChain: JudgeChain
}

/** Looking up names would call other machines, which a page does not do. */
const names = selectChecks({ skip: ['host_names'] })
const quickNames = new Set([...names].filter((name) => !isSlowCheck(name)))

/** The checks are loaded with the first visit: most servers are never asked, and they bring some 90 modules. */
async function loadChecks() {
  const [{ openServerScene }, { runChecks }] = await Promise.all([
    import('../../doctor/open-scene.ts'),
    import('../../doctor/run-checks.ts'),
  ])
  return { openServerScene, runChecks }
}

/** Makes the quick checks and adds the slow ones of the last run. */
export async function makeQuickChecks(
  needs: SystemCheckNeeds,
  live: LiveFacts,
): Promise<readonly DoctorResult[]> {
  const { openServerScene, runChecks } = await loadChecks()
  const { scene, close } = await openServerScene(needs, live)
  try {
    const quick = await runChecks(scene, { names: quickNames })
    return [...quick, ...slowResults(needs.doctorRun)]
  } finally {
    await close()
  }
}

function slowResults(doctorRun: DoctorRun): readonly DoctorResult[] {
  const known = doctorRun.slow()
  if (known !== undefined) return known.results
  return doctorChecks
    .filter(({ name }) => names.has(name) && isSlowCheck(name))
    .map(({ name, group }) => ({ name, group, ...skipped('slow') }))
}

export async function makeAllChecks(
  needs: SystemCheckNeeds,
  live: LiveFacts,
): Promise<readonly DoctorResult[]> {
  const { clock } = needs
  const { openServerScene, runChecks } = await loadChecks()
  return needs.doctorRun.run({ total: names.size, clock }, async (onCheck) => {
    const { scene, close } = await openServerScene(needs, live)
    try {
      return await runChecks(scene, { names, onCheck })
    } finally {
      await close()
    }
  })
}
