import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchInterruption } from '../../cli/interruption.ts'
import { ownShell, type Shell, type Signal } from '../../cli/shell.ts'
import { ManualClock } from '../support/manual-clock.ts'

function interruptible() {
  const clock = new ManualClock()
  const told = new Map<Signal, () => void>()
  const endings: number[] = []
  const shell: Shell = {
    ...ownShell(),
    clock,
    onSignal(signal, listener) {
      told.set(signal, listener)
      return () => told.delete(signal)
    },
    endNow: (status) => void endings.push(status),
  }
  const interruption = watchInterruption(shell)
  return { clock, endings, interruption, told, press: () => told.get('SIGINT')?.() }
}

describe('Ctrl-C', () => {
  test('asks the command to stop, and only the second one ends it at once', () => {
    const { clock, endings, interruption, press } = interruptible()
    assert.equal(interruption.signal.aborted, false)
    press()
    assert.equal(interruption.signal.aborted, true)
    assert.equal(interruption.signal.reason.code, 'interrupted')
    clock.advance(301)
    assert.deepEqual(endings, [])
    press()
    assert.deepEqual(endings, [130])
  })

  test('counts once when npm passes on what the terminal sent already', () => {
    const { clock, endings, press } = interruptible()
    press()
    clock.advance(300)
    press()
    assert.deepEqual(endings, [])
  })

  test('is nobody else’s after the command has ended', () => {
    const { interruption, told } = interruptible()
    assert.deepEqual([...told.keys()], ['SIGINT', 'SIGTERM'])
    interruption.end()
    assert.deepEqual([...told.keys()], [])
  })
})
