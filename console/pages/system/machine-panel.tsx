// Version, uptime, clock and disk space.

import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import classes from './system.module.css'

export function MachinePanel({ system }: { readonly system: SystemJson }) {
  const { t } = useTranslation('system')
  const show = useShow()
  const { clock, disk, migrations, name_index: names } = system
  const [schema] = migrations
  return (
    <Panel title={t('machine.title')}>
      <dl className={classes.facts}>
        <Fact name={t('machine.version')}>{system.version}</Fact>
        <Fact name={t('machine.interface')}>{system.interface_version}</Fact>
        <Fact name={t('machine.node')}>{system.node_version}</Fact>
        {schema && <Fact name={t('machine.schema')}>{show.number(schema.version)}</Fact>}
        <Fact name={t('machine.uptime')}>{show.duration(system.uptime_seconds * 1000)}</Fact>
        <Fact name={t('machine.started')}>
          <Instant at={system.started_at} />
        </Fact>
        <Fact name={t('machine.clock')}>
          <Instant at={clock.now} />
          {'\u00a0· '}
          {clock.time_zone}
        </Fact>
        <Fact name={t('machine.database')}>{show.bytes(disk.database_bytes)}</Fact>
        <Fact name={t('machine.free')}>
          {t('machine.of', {
            free: show.bytes(disk.free_bytes),
            total: show.bytes(disk.total_bytes),
          })}
          <UsedDisk system={system} />
        </Fact>
        <Fact name={t('machine.reserve')}>{show.bytes(disk.reserve_bytes)}</Fact>
        <Fact name={t('machine.images')}>
          {disk.images_max_bytes === null
            ? show.bytes(disk.images_bytes)
            : t('machine.of', {
                free: show.bytes(disk.images_bytes),
                total: show.bytes(disk.images_max_bytes),
              })}
        </Fact>
        <Fact name={t('machine.folder')}>
          {disk.fault === null
            ? t('machine.writable')
            : t(`machine.folderFault.${disk.fault.kind}`, { path: disk.fault.path })}
        </Fact>
        <Fact name={t('machine.names')}>
          {t(`machine.nameIndex.${names.state}`)}
          {names.indexed_to !== null && (
            <>
              {' '}
              <Instant at={names.indexed_to} />
            </>
          )}
        </Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function UsedDisk({ system: { disk, checks } }: { readonly system: SystemJson }) {
  const { t } = useTranslation('system')
  const show = useShow()
  const used = 1 - disk.free_bytes / Math.max(disk.total_bytes, 1)
  const all = checks.groups.flatMap((group) => group.checks)
  const isWell = all.find(({ name }) => name === 'free_space')?.state === 'well'
  return (
    <Progress.Root size={6} mt={4} radius="xl" bg="var(--svc-line)">
      <Progress.Section
        value={Math.round(used * 100)}
        color={isWell ? 'var(--mantine-color-anchor)' : toneFill('error')}
        aria-label={t('machine.used', { part: show.percent(used) })}
      />
    </Progress.Root>
  )
}
