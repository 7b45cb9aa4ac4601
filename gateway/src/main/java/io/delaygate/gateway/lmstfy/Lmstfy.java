package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.access.CallWindows;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemAnswers;
import io.delaygate.gateway.http.WholeBody;
import io.delaygate.gateway.jobs.GetJob;
import io.delaygate.gateway.outcome.Feedbacks;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.Intake;
import io.delaygate.gateway.payload.NewIds;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.queues.AskReady;
import io.delaygate.gateway.queues.ChangeQueue;
import io.delaygate.gateway.queues.CountQueues;
import io.delaygate.gateway.queues.PeekQueue;
import io.delaygate.gateway.queues.Queues;
import io.delaygate.gateway.queues.ReserveJobs;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.settings.GatewaySettings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.event.Level;

/** What clients of lmstfy reach: one door for queues, and one for administrators. */
public final class Lmstfy {
  /** How problems are told about queues. */
  public static final ProblemAnswers.Wording WORDING = new Wording();

  /** How problems are told to administrators. */
  public static final ProblemAnswers.Wording ADMIN_WORDING = new AdminWording();

  private final Access access;
  private final Routes.Handlers handlers;
  private final AdminRoutes.Handlers admin;
  private final AdminFacts facts;

  /**
   * The steps of the native calls that are gone along here, too.
   *
   * @param threads may be held up
   */
  public record Steps(
      Access access,
      Quotas quotas,
      CallWindows windows,
      WholeBody bodies,
      Intake intake,
      CommandTopic commands,
      Outcomes outcomes,
      Feedbacks feedbacks,
      ReserveJobs reserve,
      ChangeQueue change,
      AnswerLater later,
      Executor threads) {}

  /** What is asked, and how that is answered. */
  public record Questions(
      GetJob get, PeekQueue peek, CountQueues counts, QueryAnswer answer, Queues queues) {}

  /**
   * For administrators.
   *
   * @param metrics the gateway's own
   */
  public record Admin(TenantTokens tokens, Handler metrics) {}

  /**
   * What nobody can work out.
   *
   * @param clock what times are told by
   * @param ticker monotonic nanoseconds
   * @param random makes ids
   * @param ids chooses among them
   */
  public record Given(Clock clock, LongSupplier ticker, RandomGenerator random, NewIds ids) {}

  /** Made of these. */
  public Lmstfy(
      GatewaySettings settings, Steps steps, Questions questions, Admin admin, Given given) {
    this.access = steps.access();
    var names = settings.topicNames();
    var pools = Set.copyOf(settings.lmstfy().pools());
    var book = new LeaseBook(given.ticker());
    var look = new LookAtJobs(questions.get(), questions.peek(), questions.counts(), given.clock());
    var ack =
        new AckJob(
            book, look, steps.feedbacks(), steps.outcomes(), new AckJob.Way(steps.later(), names));
    var publish =
        new PublishJobs.Steps(
            steps.bodies(),
            steps.intake(),
            steps.commands(),
            steps.later(),
            steps.threads(),
            names,
            settings.maxBodyBytes());
    var bounds = new ConsumeJobs.Bounds(settings.queues().longestWait(), names);
    this.handlers =
        new Routes.Handlers(
            new Entrance(access, steps.quotas(), steps.windows(), pools),
            new PublishJobs(publish, names(given), ack),
            new ConsumeJobs(steps.reserve(), steps.later(), book, given.clock(), bounds),
            ack,
            new ShowQueue(look, questions.answer(), names, given.clock()),
            new ClearQueue(steps.change(), questions.answer(), names, ack));
    this.facts = new AdminFacts(pools, () -> queues(questions));
    this.admin =
        new AdminRoutes.Handlers(
            new AdminTokens(admin.tokens(), pools),
            new AdminLimits(admin.tokens()),
            facts,
            admin.metrics());
  }

  private static SortedMap<String, SortedSet<String>> queues(Questions questions) {
    try {
      var topics = questions.counts().topics(CallTrace.NONE).join();
      return questions.queues().everywhere(topics);
    } catch (CompletionException failed) {
      throw AskReady.problem(failed);
    }
  }

  private static NameJobs names(Given given) {
    return new NameJobs(given.ids(), new JobIds(given.random()), given.clock());
  }

  /** Adds the routes about queues. */
  public void add(RoutesConfig routes) {
    Routes.add(routes, handlers);
  }

  /** Adds the routes of administrators. */
  public void addAdmin(RoutesConfig routes) {
    AdminRoutes.add(routes, access, admin);
  }

  /** The level at which answered calls are logged, as it is now. */
  public Level callLog() {
    return facts.callLog();
  }
}
