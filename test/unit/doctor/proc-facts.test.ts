import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLimits, parseProcessorFlags, parseSwap } from '../../../server/doctor/proc-facts.ts'

test('the soft limits of a process are read, without one as infinite', () => {
  const text = [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max core file size        0                    unlimited            bytes     ',
    'Max open files            1024                 524288               files     ',
  ].join('\n')
  assert.deepEqual(parseLimits(text), { openFiles: 1024, coreBytes: 0 })
  const open = text.replace('size        0        ', 'size        unlimited')
  assert.equal(parseLimits(open).coreBytes, Number.POSITIVE_INFINITY)
})

test('swap on disks counts, compressed memory does not', () => {
  const swaps = [
    'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority',
    '/dev/sda2                               partition\t1000\t\t0\t\t-2',
    '/dev/zram0                              partition\t1000\t\t0\t\t100',
    '',
  ].join('\n')
  const status = 'Name:\tnode\nVmSwap:\t      12 kB\n'
  assert.deepEqual(parseSwap(swaps, status), { usedBytes: 12_288, devices: ['/dev/sda2'] })
  assert.deepEqual(parseSwap('Filename\n', 'Name:\tnode\n'), { usedBytes: 0, devices: [] })
})

test('what a processor can do is read, whatever Linux calls it there', () => {
  const [x64, arm64] = ['processor\t: 0\nflags\t\t: fpu sse4_2 \n', 'Features\t: fp asimd\n']
  assert.deepEqual(parseProcessorFlags(x64), ['fpu', 'sse4_2'])
  assert.deepEqual(parseProcessorFlags(arm64), ['fp', 'asimd'])
  assert.equal(parseProcessorFlags('processor\t: 0\n'), undefined)
})
