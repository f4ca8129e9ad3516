import { type Plan, type PlanId, PLANS } from './catalogue.ts';

/** The plan of that name; the schema allows no other name. */
export function planOf(id: PlanId): Plan {
  const plan = PLANS.find((each) => each.id === id);
  if (!plan) throw new Error(`no plan is called ${id}`);
  return plan;
}

/** The columns of a package that come from its plan. */
export function planColumns(plan: Plan) {
  const { id, name, features, channels: _channels, ...columns } = plan;
  return { ...columns, planId: id, planName: name, features: [...features] };
}
