package io.delaygate.scheduler.app;

import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.due.PollBound;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.query.Queryable;
import java.time.Duration;

/**
 * What all tasks of an instance share.
 *
 * @param exactlyOnce whether counts and cursor are committed with the jobs; else the cursor of an
 *     earlier owner is not believed
 * @param history how long it is known how jobs ended; zero keeps no history
 * @param queryable where tasks say that they can be asked
 */
record Stages(
    CommandIntake intake,
    Delivery delivery,
    Pace pace,
    PollBound poll,
    boolean exactlyOnce,
    Duration history,
    Queryable queryable) {}
