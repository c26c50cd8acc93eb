import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anywhere, type DoctorScene } from '../../../server/doctor/doctor-scene.ts'
import { openScene } from '../../../server/doctor/open-scene.ts'
import { failed, well } from '../../../server/doctor/outcome.ts'
import { groupResults, worstFirst, worstOf } from '../../../server/doctor/roll-up.ts'
import { checkRunners, runChecks } from '../../../server/doctor/run-checks.ts'
import { selectChecks, unknownChecks } from '../../../server/doctor/select-checks.ts'
import { ManualClock } from '../../support/manual-clock.ts'

async function sceneWithoutSettings(): Promise<DoctorScene> {
  const problems = [{ name: 'SVC_PORT', message: 'must be a port' }]
  const settings = { kind: 'broken', problems } as const
  const clock = new ManualClock(0)
  return (await openScene({ clock, userId: 1, connects: false, settings })).scene
}

test('a check that throws is a finding of its own, and the next is made', async () => {
  const broken = anywhere(() => {
    throw Object.assign(new TypeError('with a secret'), { code: 'E_ODD' })
  })
  const results = await runChecks(await sceneWithoutSettings(), {
    names: selectChecks({ only: ['memory', 'settings'] }),
    runners: { ...checkRunners, memory: broken },
  })
  const [first, second] = results
  assert.deepEqual(first, {
    name: 'memory',
    group: 'host',
    ...failed('crashed', { values: { error: 'TypeError E_ODD' } }),
  })
  assert.deepEqual([second?.name, second?.code], ['settings', 'problems'])
})

test('each check is made in a turn of the event loop of its own, so that a server answers in between', async () => {
  let turns = 0
  let isOver = false
  const countTurns = () => {
    turns += 1
    if (!isOver) setImmediate(countTurns)
  }
  const seen: number[] = []
  const look = anywhere(() => {
    seen.push(turns)
    return well()
  })
  const names = selectChecks({ only: ['memory', 'settings', 'clock_offset'] })
  const scene = await sceneWithoutSettings()
  setImmediate(countTurns)
  const runners = { ...checkRunners, memory: look, settings: look, clock_offset: look }
  await runChecks(scene, { names, runners })
  isOver = true
  assert.equal(new Set(seen).size, 3)
})

test('without settings, only checks that need none are made', async () => {
  const names = selectChecks({})
  const results = await runChecks(await sceneWithoutSettings(), { names })
  assert.equal(results.length, names.size)
  for (const { name, code } of results) {
    const needsNothing = checkRunners[name].needs === 'nothing'
    assert.equal(code === 'needs_settings', !needsNothing, name)
  }
})

test('progress is told before each check, and an interruption ends the run', async () => {
  const told: unknown[] = []
  const stop = new AbortController()
  const scene = await sceneWithoutSettings()
  const names = selectChecks({ only: ['host'] })
  const made = runChecks(scene, {
    names,
    signal: stop.signal,
    onCheck(name, done) {
      told.push([name, done])
      if (done === 1) stop.abort(new Error('enough'))
    },
  })
  await assert.rejects(made, /enough/)
  assert.deepEqual(told, [
    ['processor', 0],
    ['memory', 1],
  ])
})

test('checks are chosen by their names and by their groups', () => {
  const chosen = selectChecks({ only: ['disk', 'swap'], skip: ['sync_time'] })
  assert.deepEqual(
    [...chosen],
    ['swap', 'free_space', 'data_folder', 'file_system', 'image_storage'],
  )
  assert.deepEqual(unknownChecks(['disk', 'swap', 'diks']), ['diks'])
})

test('a group is as bad as its worst check; what is not set up spoils nothing', () => {
  assert.equal(worstOf(['well', 'warning', 'failed']), 'failed')
  assert.equal(worstOf(['well', 'not_set_up', 'skipped']), 'well')
  assert.equal(worstOf(['skipped', 'not_set_up']), 'not_set_up')
  assert.equal(worstOf(['skipped']), 'skipped')
  const group = groupResults([
    { group: 'tls', ...well() },
    { group: 'disk', ...failed('missing') },
  ])
  assert.deepEqual(
    group.map((one) => [one.group, one.state]),
    [
      ['disk', 'failed'],
      ['tls', 'well'],
    ],
  )
  assert.deepEqual(
    worstFirst([well(), failed('a'), well()]).map(({ state }) => state),
    ['failed', 'well', 'well'],
  )
})
