import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse as rendered } from '@evertdespiegeleer/go-template';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { root } from './repo/sources.ts';

const CHART = join(root, 'deploy/helm/paydesk');
const read = (name: string) => readFileSync(join(CHART, name), 'utf8');
const KINDS = { Deployment, Job, Ingress, PodDisruptionBudget, Service };

type Values = Record<string, unknown>;
interface Pod {
  securityContext: Values;
  containers: {
    command?: string[];
    env: { name: string; value: string }[];
    envFrom: { secretRef: { name: string } }[];
    securityContext: Values;
    volumeMounts: { name: string; mountPath: string }[];
  }[];
  volumes: { name: string }[];
}
type KubernetesObject = {
  kind: keyof typeof KINDS;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: { template: { spec: Pod } } & Values;
};

const ofChart = parse(read('values.yaml')) as Values;
const schema = z.fromJSONSchema(
  JSON.parse(read('values.schema.json')) as z.core.JSONSchema.JSONSchema,
);

/** As `helm template desk deploy/helm/paydesk` does: by Go's own engine, every object against the schema of its kind. */
async function objects(given: Values = {}): Promise<Map<string, KubernetesObject>> {
  const values = { ...ofChart, ...given };
  schema.parse(values);
  const parts = read('templates/_parts.tpl');
  const found = new Map<string, KubernetesObject>();
  for (const name of globSync('templates/*.yaml', { cwd: CHART }).sort()) {
    const data = { Values: values, Release: { Name: 'desk' } };
    const text = await rendered(parts + read(name), data);
    const object = parse(text) as KubernetesObject | null;
    if (!object) continue;
    const kind = KINDS[object.kind];
    assert.ok(kind, `${name}: ${object.kind}`);
    new kind(object as never).validate();
    found.set(object.kind, object);
  }
  return found;
}

const podOf = (all: Map<string, KubernetesObject>, kind: string) =>
  all.get(kind)!.spec.template.spec;

describe('the Helm chart', () => {
  test('renders, with Go’s own functions alone, what Kubernetes takes', async () => {
    assert.deepEqual([...(await objects()).keys()].toSorted(), [
      'Deployment',
      'Job',
      'PodDisruptionBudget',
      'Service',
    ]);
    const ingress = { ...(ofChart['ingress'] as Values), enabled: true };
    const more = await objects({ ingress, replicas: 1, backups: { claim: 'kept' } });
    assert.ok(more.has('Ingress'));
    assert.ok(!more.has('PodDisruptionBudget'), 'one process may be moved');
    assert.deepEqual(
      podOf(more, 'Deployment').volumes.map(({ name }) => name),
      ['tmp', 'data', 'backups'],
    );
  });

  test('every process is nobody, without rights, and reads its own files alone; settings are those that the server knows', async () => {
    const settings = { LOG_LEVEL: 'warn', PROVIDER_COUNTRY: 'LV "quoted": {} # as it is' };
    const all = await objects({ settings, backups: { claim: 'kept' } });
    for (const kind of ['Deployment', 'Job']) {
      const pod = podOf(all, kind);
      assert.equal(pod.securityContext['runAsNonRoot'], true);
      const [container] = pod.containers;
      assert.deepEqual(container!.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.deepEqual(
        container!.envFrom.map(({ secretRef }) => secretRef.name),
        ['paydesk'],
      );
      const env = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
      assert.equal(env['PROVIDER_COUNTRY'], settings.PROVIDER_COUNTRY);
      delete env['PROVIDER_COUNTRY'];
      const config = readConfig({ ...env, DATABASE_URL: 'postgres://desk@db/desk' });
      for (const name of Object.keys(env)) assert.ok(Object.hasOwn(config, name), name);
    }
  });

  test('migrations run before the new processes, by a command that is there', async () => {
    const job = (await objects()).get('Job')!;
    assert.match(job.metadata.annotations!['helm.sh/hook']!, /pre-upgrade/);
    const [, script] = job.spec.template.spec.containers[0]!.command!;
    assert.ok(readFileSync(join(root, script!), 'utf8').includes('npm run migrate'));
  });

  test('wrong values are refused before anything is changed', async () => {
    for (const wrong of [
      { replicas: 0 },
      { publicUrl: 'http://desk.example.com' },
      { settings: { PORT: 3000 } },
      { settings: { 'not a name': 'x' } },
      { mispelt: true },
    ])
      await assert.rejects(objects(wrong), JSON.stringify(wrong));
  });

  test('the version is the one of this release', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const chart = parse(read('Chart.yaml')) as { version: string; appVersion: string };
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
    assert.equal((ofChart['image'] as Values)['tag'], version);
  });
});

test('the alert rules are what Prometheus takes', (t) => {
  const checked = spawnSync('promtool', ['check', 'rules', 'deploy/alerts/paydesk.yml'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (checked.error) return t.skip('promtool is not installed');
  return assert.equal(checked.status, 0, checked.stderr);
});
