// What verifying the chain found: whole or broken, where, how far it was checked, and the head to keep elsewhere.

import { Alert, List, Stack, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChainVerdictJson } from '../../../server/audit/audit-json.ts'
import { CopyAction } from '../../frame/parts/id-text.tsx'
import { useShow } from '../../words/show.ts'
import classes from './audit.module.css'

const faultsShownMax = 10

export function ChainVerdict({ verdict }: { readonly verdict: ChainVerdictJson }) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const { intact, entries, head, head_compared: isCompared, faults } = verdict
  const sequence = show.number(head.sequence)
  const first = faults[0]?.sequence ?? head.sequence
  return (
    <Stack gap="sm">
      <Alert
        color={intact ? 'accent' : 'red'}
        variant="light"
        icon={intact ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
        title={intact ? t('verdict.whole') : t('verdict.broken', { sequence: show.number(first) })}
      >
        <Text size="sm">
          {t('verdict.upTo', { count: entries, shown: show.number(entries), sequence })}
        </Text>
        {!intact && <Faults faults={faults} />}
        {intact && (
          <Text size="sm">{t(isCompared ? 'verdict.compared' : 'verdict.notCompared')}</Text>
        )}
      </Alert>
      {intact && <Head head={head} />}
    </Stack>
  )
}

function Faults({ faults }: Pick<ChainVerdictJson, 'faults'>) {
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
      <Text size="sm">{t('verdict.whatNow')}</Text>
    </>
  )
}

/** As `svc audit head` prints it. */
function Head({ head: { sequence, hash } }: Pick<ChainVerdictJson, 'head'>) {
  const { t } = useTranslation('audit')
  const text = `${sequence}:${hash}`
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('verdict.head')}
      </Text>
      <span className={classes.head}>
        <code className={classes.hash}>{text}</code>
        <CopyAction text={text} />
      </span>
    </div>
  )
}
