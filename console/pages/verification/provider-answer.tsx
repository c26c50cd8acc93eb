// Provider, job and raw response, folded. The response contains data from the document, so it is
// shown only with the personal data.

import { Code, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type {
  LaterAnswerJson,
  ProviderWorkJson,
} from '../../../server/console-api/verifications/verification-detail-json.ts'
import { CopyAction } from '../../frame/parts/id-text.tsx'
import { useShow } from '../../words/show.ts'
import classes from './checks.module.css'
import { ShowPersonalDetails } from './show-personal-details.tsx'
import type { ShownPerson } from './use-person.ts'

interface ProviderAnswerProps {
  readonly provider: ProviderWorkJson
  readonly isErased: boolean
  readonly person: ShownPerson
}

export function ProviderAnswerSection({ provider, isErased, person }: ProviderAnswerProps) {
  const { t: tLabels } = useTranslation('labels')
  const { t } = useTranslation('verifications')
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('detail.provider.title')}
      </Title>
      <dl className={classes.rest}>
        <dt>{t('detail.provider.name')}</dt>
        <dd>{tLabels(`provider.${provider.name as 'smile-id'}`, provider.name)}</dd>
        <dt>{t('detail.provider.reference')}</dt>
        <dd>{provider.reference === null ? '–' : <Mono text={provider.reference} />}</dd>
        <dt>{t('detail.provider.code')}</dt>
        <dd className="svc-mono">{provider.result_code ?? '–'}</dd>
        {provider.job && (
          <>
            <dt>{t('detail.provider.job')}</dt>
            <dd>
              {t('detail.provider.runs', { count: provider.job.runs })}
              {provider.job.failed_attempts > 0 &&
                `, ${t('detail.provider.failed', { count: provider.job.failed_attempts })}`}
            </dd>
          </>
        )}
      </dl>
      <RawAnswer isErased={isErased} person={person} />
    </section>
  )
}

/** Stands alone in the sandbox, which has no provider but answers as one. */
export function RawAnswer({ isErased, person }: Omit<ProviderAnswerProps, 'provider'>) {
  const { t } = useTranslation('verifications')
  return (
    <details className={classes.raw}>
      <summary>{t('detail.provider.answer')}</summary>
      <Answer isErased={isErased} person={person} />
    </details>
  )
}

function Answer({ isErased, person }: Omit<ProviderAnswerProps, 'provider'>) {
  const { t } = useTranslation('verifications')
  if (isErased) return <Text size="sm">{t('detail.erased')}</Text>
  if (person.details === undefined) {
    return (
      <>
        <Text size="sm" mb="xs">
          {t('detail.provider.masked')}
        </Text>
        <ShowPersonalDetails person={person} />
      </>
    )
  }
  const { answer, later } = person.details
  return (
    <>
      {answer === null ? (
        <Text size="sm">{t('detail.provider.none')}</Text>
      ) : (
        <Json value={answer} />
      )}
      {later.map((one) => (
        <LaterAnswer key={`${one.at} ${one.source}`} later={one} />
      ))}
    </>
  )
}

/** What the provider said beside or after its final answer: the status does not rest on it. */
function LaterAnswer({ later }: { readonly later: LaterAnswerJson }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { at, source, outcome, answer } = later
  const reasons = (outcome?.reasons ?? []).map((reason) => tLabels(`reason.${reason}`))
  const judged = outcome === null ? [] : [tLabels(`status.${outcome.status}`), ...reasons]
  return (
    <>
      <Title order={3} size="h4" mt="md">
        {t('detail.provider.later', { at: show.instant(at) })}
      </Title>
      <Text size="sm" mb="xs">
        {t(`detail.provider.source.${source}`)}
        {judged.length > 0 && ` ${show.list(judged)}`}
      </Text>
      <Json value={answer} />
    </>
  )
}

function Json({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('verifications')
  const text = JSON.stringify(value, null, 2)
  return (
    <div className={classes.answer}>
      <span className={classes.copy}>
        <CopyAction text={text} what={t('detail.provider.answer')} />
      </span>
      <Code block className={`svc-mono ${classes.json}`} tabIndex={0}>
        {text}
      </Code>
    </div>
  )
}

function Mono({ text }: { readonly text: string }) {
  return <span className={`svc-mono ${classes.breaking}`}>{text}</span>
}
