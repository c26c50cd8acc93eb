// Steps of the tests in which attempts cannot be written for a time, or ever.

import { turns, until } from '../turns.ts'
import type { DispatchScene } from './dispatch-scene.ts'

export async function pass(scene: DispatchScene, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    scene.clock.advance(1_000)
    await turns(50)
  }
}

/** Moves the clock until it is so. */
export async function untilLater(scene: DispatchScene, isTrue: () => boolean): Promise<void> {
  await until(() => {
    scene.clock.advance(1_000)
    return isTrue()
  })
}

export function droppedIn({ logLines }: DispatchScene): readonly string[] {
  return logLines.filter((line) => line.includes('delivery_attempt_dropped'))
}
