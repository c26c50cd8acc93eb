// Rows of the durable sandbox verification: its rate and its tail at half of its maximum load.

import { compare } from '../compare.ts'
import { fullLoad, runLoad } from '../load/run-load.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { createRateMeter, describeCpu } from './rate-meter.ts'
import { besideBareKoa, ratePerSecond, submitsTo, submitToBare } from './sandbox-load.ts'

export const submitRow: Row = {
  name: 'submit',
  about:
    'durable sandbox verifications a second over 64 connections, of bare Koa that echoes the JSON',
  lines: [{ label: 'submit', unit: '/s', limit: { kind: 'ratio', atLeast: 0.3, hoped: 0.5 } }],
  measure: (bench) => compareRates(bench, '/echo', 'bare Koa'),
}

export const submitSyncedRow: Row = {
  name: 'submit-synced',
  about: 'the same, of bare Koa with one synced better-sqlite3 transaction a request',
  lines: [{ label: 'submit-synced', unit: '/s', limit: { kind: 'ratio', atLeast: 3, hoped: 4.5 } }],
  measure: (bench) => compareRates(bench, '/insert', 'bare Koa, one sync a request'),
}

export const submitTailRow: Row = {
  name: 'submit-p99',
  about:
    'p99 of the sandbox verification at half of its maximum load, of bare Koa at the same rate',
  lines: [{ label: 'submit-p99', unit: 'ms', limit: { kind: 'ratio', atMost: 4, hoped: 2 } }],
  measure: (bench) => compareTails(bench),
}

function compareRates(
  bench: Bench,
  path: '/echo' | '/insert',
  peerName: string,
): Promise<readonly Measured[]> {
  return besideBareKoa(async (product, bare) => {
    const submits = submitsTo(product)
    const plain = [submitToBare(path, product.keys[0])]
    const ours = createRateMeter(product, submits)
    const peer = createRateMeter(bare, plain)
    await ours.warmUp()
    await peer.warmUp()
    const measured = await compare(bench, { ours: ours.measure, peer: peer.measure, peerName })
    return [{ ...measured, details: [...measured.details, ...describeCpu(ours, peer)] }]
  })
}

function compareTails(bench: Bench): Promise<readonly Measured[]> {
  return besideBareKoa(async (product, bare) => {
    const submits = submitsTo(product)
    const plain = [submitToBare('/echo', product.keys[0])]
    await createRateMeter(product, submits).warmUp()
    await createRateMeter(bare, plain).warmUp()
    const perSecond = (await ratePerSecond(product.port, submits)) / 2
    bench.say(`half of the maximum load: ${perSecond.toFixed(0)} a second`)
    const tail = async (port: number, requests: string[]) =>
      (await runLoad({ port, requests, ...fullLoad, seconds: 4, perSecond })).p99Ms
    const measured = await compare(bench, {
      ours: () => tail(product.port, submits),
      peer: () => tail(bare.port, plain),
      peerName: 'bare Koa, same rate',
    })
    const atRate = `at ${perSecond.toFixed(0)} a second, half of the maximum load`
    return [{ ...measured, details: [...measured.details, atRate] }]
  })
}
