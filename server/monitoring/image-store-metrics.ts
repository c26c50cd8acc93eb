// Shows the store of the images, as this process sees it, as metrics.

import { Gauge, type Registry } from 'prom-client'
import type { State } from './read-state.ts'

export function imageStoreSetter(registry: Registry) {
  const registers = [registry]
  const failing = new Gauge({
    name: 'svc_image_store_failing_seconds',
    help: 'How long the store of the images has refused this server or not answered; 0 if it answers, or with a folder.',
    registers,
  })
  const latency = new Gauge({
    name: 'svc_image_store_latency_seconds',
    help: 'Duration of the last answered call to the store of the images; 0 with a folder.',
    registers,
  })
  return ({ imageStore, nowMs }: Pick<State, 'imageStore' | 'nowMs'>): void => {
    const since = imageStore?.failing?.since
    failing.set(since === undefined ? 0 : Math.max(0, nowMs - since) / 1000)
    latency.set((imageStore?.latencyMs ?? 0) / 1000)
  }
}
