// The pending proposal: who, why and who must decide; or how the last one ended.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReviewEntryJson } from '../../../server/reviews/review-json.ts'
import { useShow } from '../../words/show.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'

export function ProposalNotice({ editor: { review, claimStatus } }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { proposal, entries } = review
  if (proposal === null) return <LastProposal entries={entries} />
  const isOwn = claimStatus.kind === 'own_proposal'
  const note = entries.findLast(({ proposal_id: id }) => id === proposal.id)?.note
  const { by, checker, outcome } = proposal
  return (
    <section className={classes.notice}>
      <Title order={2}>
        {isOwn ? t('panel.ownProposal') : t('panel.proposal', { name: by.name })}
      </Title>
      <Text>
        {t('panel.proposalAt', {
          outcome: t(`proposes.${outcome}`),
          at: show.instant(proposal.at),
        })}
      </Text>
      <ul className={classes.reasons}>
        {proposal.reasons.map((reason) => (
          <li key={reason}>{tLabels(`reviewReason.${reason}`)}</li>
        ))}
      </ul>
      {note && (
        <blockquote dir="auto" className={classes.quote}>
          {note}
        </blockquote>
      )}
      {isOwn && (
        <Text size="sm">
          {checker ? t('panel.waitsFor', { name: checker.name }) : t('panel.waits')}
        </Text>
      )}
    </section>
  )
}

/** The last proposal if it was voided or rejected; nothing once there is a decision. */
function LastProposal({ entries }: { readonly entries: readonly ReviewEntryJson[] }) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const last = entries.findLast(({ kind }) => kind !== 'note' && kind !== 'finding')
  if (last?.kind === 'voided') {
    return (
      <Text className={classes.notice} role="status">
        {t('panel.voided')}
      </Text>
    )
  }
  if (last?.kind !== 'rejected' || last.author === null) return null
  return (
    <section className={classes.notice}>
      <Title order={2}>{t('panel.rejectedBy', { name: last.author.name })}</Title>
      {last.rejection && <Text>{tLabels(`rejectionReason.${last.rejection}`)}</Text>}
      {last.note && (
        <blockquote dir="auto" className={classes.quote}>
          {last.note}
        </blockquote>
      )}
    </section>
  )
}
