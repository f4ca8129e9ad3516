/** The verbs with which the subject of a commit may begin. Add a verb that is missing; no nouns, no other forms. */
export const IMPERATIVES: ReadonlySet<string> = new Set(
  `accept add allow announce answer apply ask assert attach attack audit authorize await balance bind block bound
  break bring build buy cache call cancel cap carry change charge check choose clear close collect compare complete
  compute confirm connect copy correct count cover create credit cut declare decide decode delay delete deliver deny
  derive describe detect dial disable divide document draw drop edit enable encode end enforce ensure escape estimate
  exclude expect expire explain export extend extract fetch file fill find finish fit fix fold follow forbid forget
  format forward free gather generate give group grow guard hand handle hang hash hear hide hold ignore import include
  index inform insert install join judge keep kill label lay lead learn leave let lift limit link list load lock log
  look lower make mark match measure meet mend merge migrate mock monitor move mutate name note notify number offer
  open order page parse pass pause pay pick pin place plan play point post prefer prepare present press prevent price
  print promise propose prove publish put query queue quote raise rank read rebuild receive recognize record recover
  redirect reduce refer refund refuse register reject release remember remove rename render renew repeat replace reply
  report request require reset resolve respect restart restore retry return reverse review revoke ring rotate round
  route run save say scan schedule score screen search seed select sell send separate serve set settle share shorten
  show sign simplify skip slow solve sort speak specify split start state stop store stream strip submit suggest sum
  support suspend swap switch take tell test throttle tie tighten time tolerate track translate treat trim trust try
  turn understand undo unify update upload use validate verify wait wake walk warn watch weigh widen withdraw word wrap
  write`
    .split(/\s+/)
    .filter(Boolean),
);
