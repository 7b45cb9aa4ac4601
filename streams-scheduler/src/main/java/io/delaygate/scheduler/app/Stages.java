package io.delaygate.scheduler.app;

import io.delaygate.scheduler.due.CommitPace;
import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.due.PollBound;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.query.Queryable;

/**
 * What all tasks of an instance share.
 *
 * @param history how long it is known how jobs ended
 * @param queryable where tasks say that they can be asked
 */
record Stages(
    CommandIntake intake,
    Delivery delivery,
    Pace pace,
    PollBound poll,
    CommitPace commits,
    Retention history,
    Queryable queryable) {}
