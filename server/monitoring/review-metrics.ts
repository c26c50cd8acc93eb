// Open and overdue reviews as metrics: an alert says when nobody decides them in time.

import { Gauge, type Registry } from 'prom-client'
import { environments } from '../kernel/environment.ts'
import type { State } from './read-state.ts'

export function reviewSetter(registry: Registry): (state: Pick<State, 'reviews'>) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['environment'] as const, registers: [registry] })
  const open = gauge('svc_reviews_open', 'Reviews that wait for a reviewer.')
  const overdue = gauge('svc_reviews_overdue', 'Of them, those past their due time.')
  return ({ reviews }) => {
    for (const environment of environments) {
      open.set({ environment }, reviews[environment].open)
      overdue.set({ environment }, reviews[environment].overdue)
    }
  }
}
