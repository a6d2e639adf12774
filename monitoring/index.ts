export { expose, EXPOSITION_TYPE, fullName, METRICS, openHistogram } from './metrics';
export type { Metric, MetricName, Sample } from './metrics';
export { storeSamples } from './store-samples';
