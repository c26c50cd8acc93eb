// Result of verifying the chain: intact or broken, where, how many entries were checked, and the
// current head.

import { Alert, List, Stack, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AuditVerdictJson } from '../../../server/operations/audit-check/audit-verdict-json.ts'
import { CopyAction, IdText } from '../../frame/parts/id-text.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import { useShow } from '../../words/show.ts'
import classes from './audit.module.css'

const faultsShownMax = 10

export function ChainVerdictAlert({ verdict }: { readonly verdict: AuditVerdictJson }) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const { intact, entries, head, head_compared: isCompared, faults, compared } = verdict
  const rowFaults = verdict.row_faults
  const rows = compared.verifications + compared.reviews
  const sequence = show.number(head.sequence)
  const first = faults[0]?.sequence ?? head.sequence
  return (
    <Stack gap="sm">
      <Alert
        color={intact ? 'accent' : 'red'}
        variant="light"
        icon={intact ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
        title={
          intact
            ? t('verdict.whole')
            : faults.length === 0
              ? t('verdict.differs')
              : t('verdict.broken', { sequence: show.number(first) })
        }
      >
        <Text size="sm">
          {t('verdict.upTo', { count: entries, shown: show.number(entries), sequence })}
        </Text>
        <Text size="sm">{t('verdict.rows', { count: rows, shown: show.number(rows) })}</Text>
        {faults.length > 0 && <Faults faults={faults} />}
        {rowFaults.length > 0 && <RowFaults faults={rowFaults} />}
        {!intact && <Text size="sm">{t('verdict.whatNow')}</Text>}
        {intact && (
          <Text size="sm">{t(isCompared ? 'verdict.compared' : 'verdict.notCompared')}</Text>
        )}
      </Alert>
      {intact && <Head head={head} />}
    </Stack>
  )
}

function Faults({ faults }: Pick<AuditVerdictJson, 'faults'>) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const more = faults.length - faultsShownMax
  return (
    <>
      <List size="sm" my="xs">
        {faults.slice(0, faultsShownMax).map(({ kind, sequence }) => (
          <List.Item key={`${kind} ${sequence}`}>
            {t(`fault.${kind}`, { sequence: show.number(sequence) })}
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{t('verdict.more', { count: more })}</Text>}
    </>
  )
}

/** Verifications and reviews whose rows differ from the log, by id. */
function RowFaults({ faults }: { readonly faults: AuditVerdictJson['row_faults'] }) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const more = faults.length - faultsShownMax
  return (
    <>
      <List size="sm" my="xs">
        {faults.slice(0, faultsShownMax).map(({ kind, subject, parts }) => (
          <List.Item key={`${kind} ${subject.id}`}>
            {t(`rowFault.${kind}`, {
              subject: t(`subject.${subject.kind}`),
              parts: show.list(parts.map((part) => t(`part.${part as 'outcome'}`))),
            })}{' '}
            <IdText id={subject.id} isShort />
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{t('verdict.more', { count: more })}</Text>}
    </>
  )
}

/** In the format of `svc audit head`. */
function Head({ head: { sequence, hash } }: Pick<AuditVerdictJson, 'head'>) {
  const { t } = useTranslation('audit')
  const text = `${sequence}:${hash}`
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('verdict.head')}
      </Text>
      <span className={classes.head}>
        <code className={classes.hash}>{text}</code>
        <CopyAction text={text} what={shortId(text)} />
      </span>
    </div>
  )
}
