import {
  pathOfStage,
  registrationStages,
  stagePaths,
} from '@parlance/shared/contract/api/registration/registration-stages';

test('the paths stand in the order of the stages', () => {
  // Restores the names that Object.keys forgets.
  const stages = Object.keys(registrationStages) as (keyof typeof registrationStages)[];
  expect(stages.map((stage) => pathOfStage(registrationStages[stage]))).toEqual(
    stages.map((stage) => stagePaths[stage]),
  );
});

test.each([
  [-1, '/terms/register'],
  [6, '/terms/register/verify'],
  [2.5, '/terms/register/step2'],
  [Number.NaN, '/terms/register'],
])('stage %s leads to the nearest there is', (stage, path) => {
  expect(pathOfStage(stage)).toBe(path);
});
