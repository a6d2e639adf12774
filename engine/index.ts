export type { Runtime } from '../base';
export { normalizeAddress, normalizeLanguage, PAIR_RATE, THROUGHPUT } from '../platform';
export type { ErrorBody, ErrorEffect } from '../platform';
export { noSuchCampaign } from './campaigns/no-such-campaign';
export { isKeptCampaign, keptCampaign, keyOfOnce } from './campaigns/keys';
export { METER_PERIOD, rateOfMeter } from './campaigns/meter';
export { mayArriveLater, reasonOfError, reasonInState } from './outcome';
export { saidBy } from './said';
export { RECIPIENT_STATES } from './campaigns/recipient-states';
export type { RecipientState } from './campaigns/recipient-states';
export * from './create-engine';
export type { EngineOptions } from './engine-options';
export type * from './engine';
export type { IngestOptions, IngestResult, StartRequest } from './ingest';
export { displayNumbersIn, asUnknown } from './events/delivery';
export type { DisplayNumbers } from './events/delivery';
export { readCallbackData, writeCallbackData } from './events/callback-data';
export * from './events/messaging-event';
export { repliesTo, replyOf } from './events/reply-of';
export type { Reply } from './events/reply-of';
export { withAskedTemplates } from './events/asked-templates';
export type { AskTemplate } from './events/asked-templates';
export { withWhatIsKnown } from './events/before-commit';
export { isDeeperThan } from './events/event-id';
export { parseWebhook } from './events/parse-webhook';
export type { Action, Decision, SentAs, Verdict } from './decision';
export { explainDecision } from './decisions/explain';
export type { ExplainedDecision } from './decisions/explain';
export { numbersOf, reasonsForNothing } from './decisions/nothing-known';
export type { ReplayOptions } from './decisions/replay';
export type { ChangedDecision, Replay, ReplayChange } from './decisions/replay-result';
export { changesAsCsv } from './decisions/changes-as-csv';
export { toldLater } from './decisions/past';
export { gatherReasons } from './decisions/same-reasons';
export type { TimelineEntry, TimelineKind } from './decisions/timeline';
export { AS_ASKED, learnPolicy, learnWorkflow, noteOf } from './decisions/note-of';
export type { SkipRule } from './decisions/note-of';
export { forgetOld, forgetOldNow } from './forget-old';
export type { Intent } from './intent';
export { problemsOfIntent } from './intent';
export * from './outcome';
export { changeSettings, SETTING_NAMES, settingsOf } from './number-settings';
export { placeEvents } from './place-events';
export { policies, shippedPolicy } from './policies/shipped-policies';
export {
	addPolicyTest,
	BrokenTests,
	dropPolicyTest,
	findPolicy,
	listPolicies,
	lostSince,
	savePolicy,
	testsOfPolicy,
} from './policies/saved-policies';
export type { ListedPolicy } from './policies/saved-policies';
export { placeInPolicy, sentencesOfRules, testInWords } from './policies/rule-words';
export type { RuleAsSentences } from './policies/rule-words';
export { checkPolicy, policyChecked } from './policies/policy-tests';
export type { CheckOptions, PolicyCheck, PolicyTestResult } from './policies/policy-tests';
export { readStatement, readStatements, UnreadableStatements } from './policies/statement-words';
export type { SameAs } from './policies/statement-words';
export { meantOperator, readTypedFacts, readTypedValue } from './policies/typed-values';
export { readsOfPolicy } from './policies/reads-of-policy';
export { factCatalogue } from './policies/facts';
export { catalogueOf, problemsOfOwnFacts } from './policies/own-facts';
export type { FactName, Facts } from './policies/facts';
export { canBothApply, definePolicy, lintPolicy, problemsOfPolicy } from './policies/lint-policy';
export { isTimeZone, operatorCatalogue } from '../rules';
export type {
	Condition,
	Conditions,
	FactCatalogue,
	FactDefinition,
	FactType,
	OperatorDefinition,
	OperatorName,
	Problem,
	TraceStep,
} from '../rules';
export type {
	OwnFact,
	PolicyDocument,
	PolicyExample,
	PolicyRule,
	PolicyStatement,
	PolicyTest,
	ReactionRule,
} from './policies/policy';
export { shippedReactions } from './reactions/compile-reactions';
export { eventFactCatalogue } from './reactions/event-fact-catalogue';
export { FREE_APP_REPLY } from './money/charges';
export { asUnits, decimalsOf, inCurrency, inMillionths, readAmount, writeAmount } from './money/amounts';
export type { Millionths } from './money/amounts';
export { budgetLeftText, leftOfBudget, percentOf, resumedBudgetText, spentOfBudget } from './money/budget';
export { estimateOf, openRange } from './money/estimate';
export type { CostEstimate, CostRange, Priced } from './money/estimate';
export { costOfDecided } from './money/decided-cost';
export type { DecidedCost } from './store/money';
export { reservationOf } from './money/reservation';
export { costsTogether, spentText, unknownText } from './money/message-cost';
export type { MessageCost } from './money/message-cost';
export { isWarning, priceProblemText } from './money/price-problems';
export type { PriceProblem } from './money/price-problems';
export type { Price, PriceCategory, PriceTable, SavedPriceTable } from './money/price-table';
export {
	dayBefore,
	dayIn,
	dayNamed,
	daysText,
	firstOfMonth,
	isDay,
	monthUpTo,
	ZONE_UNKNOWN,
} from './money/days';
export type { Pace } from './money/pace';
export { FEWEST_DAYS, readPace } from './money/pace';
export {
	accountOfNumber,
	priceListFor,
	pricesOfNumber,
	savePrices,
	tableOn,
	UnusablePrices,
} from './money/prices-of-account';
export { readPrices, rowsOfCsv } from './money/read-prices';
export type { GivenPrices } from './money/read-prices';
export { differenceOf, readBill, reconcile } from './money/reconcile';
export type { BilledLine, BillProblem, ReconciledLine } from './money/reconcile';
export { readSpending, SPENDING_BY, totalOf } from './money/spending';
export { quoted, wordsOf } from './decisions/timeline-words';
export {
	COUNTED_AS_HIGHEST,
	costRangeText,
	NOT_INCLUDED,
	spendingAsCsv,
	spendingSentence,
} from './money/spending-words';
export type { Spending, SpendingBy, SpendingQuery } from './money/spending';
export type { SendPricing } from './pricing';
export { comparePolicies, problemsOfStatement, provePolicy } from './policies/prove-policy';
export type { Counterexample } from './policies/counterexample';
export type { Proof, ProofOptions, Statement } from './policies/prove-policy';
export { spendCapsOf } from './policies/reads-of-policy';
export { problemsOfMadeUp, tryPolicy } from './policies/try-policy';
export type { Reaction, ReactionName } from './reactions/reaction';
export { FORWARDED_FOR, nameOfTarget } from './store/forwards';
export { HAPPENED } from './store/overview';
export {
	DAYS_KEPT,
	DEFAULT_RETENTION,
	leastDays,
	marksKeptFor,
	PARTS_OF_NUMBER,
	RETENTION_PARTS,
} from './store/retention';
export { hasSignatureForm, signPayload, verifySignature } from './signature';
export { conversationOf } from './state/conversation';
export type { Conversation } from './state/conversation';
export { readMessagingLimit } from './state/messaging-limit';
export { canBeName, customerNamed, foldedName } from './state/profile-name';
export { readNumberQuality } from './state/number-quality';
export type { SentText } from './state/register';
export { storedTemplates } from './state/stored-templates';
export type { AccountTemplate } from './state/stored-templates';
export { DISPLAY_NUMBER } from './display-numbers';
export type { Template, TemplateStep } from './state/template';
export type { TemplateQuality, TemplateState } from './state/template-transitions';
export { stateOfStatus } from './state/template-transitions';
export { compareTranslations } from './templates/compare-translations';
export { nameItself, nameLockedUntil } from './templates/name-lock';
export { validateTemplate, violationsOfChange, violationsOfTemplate } from './templates/validate-template';
export { toViolation } from './templates/rule';
export type { FoundViolation, Violation } from './templates/rule';
export { choiceOf } from './waits/answered-wait';
export { possibleAnswer } from './waits/possible-answer';
export { waitOf, writeChoiceToken } from './waits/question';
export type { Question } from './waits/question';
export type {
	AnsweredWait,
	AnsweringEvent,
	Batch,
	BatchEnd,
	Burst,
	BurstClaim,
	CallJournal,
	Budget,
	CampaignState,
	CustomerData,
	DecisionNote,
	DecisionOrigin,
	KeptDecision,
	LoggedPolicy,
	ClaimedRecipient,
	ClaimOptions,
	DeadLetter,
	ErasedCounts,
	Happenings,
	History,
	MessageQuery,
	GatheredEvent,
	Happened,
	Gathering,
	Forwarding,
	ForwardEnd,
	ForwardStats,
	QueuedForward,
	CampaignRef,
	DecisionStateQuery,
	DueWait,
	Inbox,
	InboxEntry,
	InboxStats,
	NumberFigures,
	NumberSettings,
	PartOfNumber,
	SettingName,
	SettingsChange,
	KeptWait,
	NamedCustomer,
	AffectedCustomer,
	RecentCustomer,
	WhomQuery,
	NewCampaign,
	NoSlot,
	NumberRate,
	OpenConversation,
	PostEnd,
	PricingCount,
	RecipientEnd,
	RecipientStart,
	Reminder,
	RetentionPart,
	RetentionTimes,
	Reservation,
	RetriedRecipients,
	SampledReason,
	SendCap,
	SendRecord,
	Slot,
	SlotRequest,
	StartState,
	Store,
	StoredCampaign,
	StoredPolicy,
	StoreIdentity,
	StoredRecipient,
	Subscription,
	WebhookOwner,
	WebhookUrl,
	StoreFigures,
} from './store/store';
